import AccountCore
import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore

/// What a browser lets the handler page do: run verifyd's own script and the provider's, and nothing else.
struct HandlerPolicy: Sendable {
    /// `Content-Security-Policy`.
    let text: String

    /// `site`: whose captcha the page shows; nil for a page without a captcha.
    init(_ site: CaptchaSite?, nonce: String) {
        // Another host may serve the provider's script, and the script may still call the provider.
        let own = site?.sources ?? []
        let sources = (own + (site?.provider.sources ?? []).filter { !own.contains($0) }).map { " " + $0 }.joined()
        text = [
            "default-src 'none'", "script-src 'nonce-\(nonce)'" + sources, "style-src 'nonce-\(nonce)'" + sources,
            "frame-src" + (sources.isEmpty ? " 'none'" : sources), "connect-src 'self'" + sources, "img-src data:",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
    }
}

extension Response {
    /// The page may be the address of one call only, so nothing keeps it.
    ///
    /// Providers may look at `Referer` to see on which host their captcha stands. It names the host and never the query.
    static func handler(_ html: String, under policy: HandlerPolicy, status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: policy.text,
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff", .xFrameOptions: "DENY",
                .referrerPolicy: "strict-origin", .crossOriginOpenerPolicy: "same-origin",
                .permissionsPolicy: "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}

extension HTTPField.Name {
    fileprivate static let xFrameOptions = known("X-Frame-Options")
    fileprivate static let referrerPolicy = known("Referrer-Policy")
    fileprivate static let permissionsPolicy = known("Permissions-Policy")
    fileprivate static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
}
