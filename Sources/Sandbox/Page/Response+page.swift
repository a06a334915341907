import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A page on which the browser uses only the style and the script that carry the nonce.
    static func page(_ html: String, nonce: String) -> Response {
        let policy =
            "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        return Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}
