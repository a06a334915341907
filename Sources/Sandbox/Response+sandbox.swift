import HTTPTypes
import Hummingbird
import NIOCore
import StrictJSON
import VerificationCore

/// What the sandbox answers with; nothing of it is kept by a browser or a proxy, for it shows codes.
extension Response {
    static func json(_ bytes: [UInt8], _ status: HTTPResponse.Status = .ok, type: String = "application/json")
        -> Response
    {
        .secured(status, [.contentType: type], bytes)
    }

    static func empty(_ status: HTTPResponse.Status, _ headers: HTTPFields = [:]) -> Response {
        .secured(status, headers, [])
    }

    /// A page whose only style and script are those that carry the nonce.
    static func page(_ html: String, nonce: String) -> Response {
        let policy =
            "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; connect-src 'self'; "
            + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        return .secured(
            .ok, [.contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy], Array(html.utf8))
    }

    /// What a provider says of a message in one member: an id, or an error.
    static func outcome(_ status: HTTPResponse.Status, _ name: String, _ value: String?) -> Response {
        var json = JSONWriter()
        json.object { $0.member(name, value) }
        return .json(json.bytes, status)
    }

    private static func secured(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: [UInt8]) -> Response {
        var headers = headers
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        if let name = HTTPField.Name("referrer-policy") { headers[name] = "no-referrer" }
        guard !body.isEmpty else { return Response(status: status, headers: headers) }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
