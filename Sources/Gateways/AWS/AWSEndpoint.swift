import FoundationEssentials
import NIOHTTP1
import VerificationCore

/// Where the requests to one service of AWS go; each request is signed.
struct AWSEndpoint: Sendable {
    private(set) var plain: HTTPEndpoint
    private let signature: AWSSignature
    private let signed: [(name: String, value: String)]
    private let path: String

    /// - Parameters:
    ///   - access: Who signs, and for which region.
    ///   - service: As signatures name it, for example `sns`.
    ///   - url: `https`, or `http` to this machine, without a query, and with a path that needs no escapes.
    ///   - contentType: Of every body.
    ///   - accepts: What the service should answer in.
    ///   - target: The value of `x-amz-target`, where it names the operation.
    /// - Throws: which setting cannot work.
    init(
        _ access: AWSAccess, service: String, url: String, contentType: String, accepts: String, target: String? = nil
    ) throws(GatewaySettingsError) {
        try access.check()
        plain = try HTTPEndpoint(url: url, contentType: contentType, accepts: accepts)
        guard plain.url.query == nil, Self.isPlain(plain.url.path) else {
            throw GatewaySettingsError(.unsignableURL, setting: "url")
        }
        path = plain.url.path.isEmpty ? "/" : plain.url.path
        signature = AWSSignature(access, service: service)
        let targets = target.map { [("x-amz-target", $0)] } ?? []
        signed = [("content-type", contentType), ("host", plain.authority)] + targets
    }

    /// A request with this body, signed at `now`.
    func request(_ body: [UInt8], at now: Timestamp) -> HTTPRequest {
        var request = plain.request(body)
        for header in signature.headers(signing: signed, path: path, body: body, at: now) {
            request.headers.replaceOrAdd(name: header.name, value: header.value)
        }
        return request
    }

    /// What is escaped or may be shortened on its way would be signed in another form than AWS reads.
    private static func isPlain(_ path: String) -> Bool {
        !path.contains("//") && path.utf8.allSatisfy { $0.isASCIILetterOrDigit || "/-_".utf8.contains($0) }
    }
}
