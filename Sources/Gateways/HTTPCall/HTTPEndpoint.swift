import AsyncHTTPClient
import Connections
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// Where a provider's requests go, with the headers that are the same in all of them.
package struct HTTPEndpoint: Sendable {
    /// The URL, read.
    let place: HTTPClient.Request
    private var template: HTTPRequest

    /// Checks the URL; nothing is connected.
    ///
    /// - Parameters:
    ///   - url: `https`, or `http` to this machine, without user, password and fragment. Errors name the setting `url`.
    ///   - contentType: Of every body, for example `application/json`; nil where requests have none.
    ///   - accepts: What the provider should answer in.
    ///   - allowsPlaintext: Allows `http` to other machines: every machine on the way can read the codes and numbers.
    /// - Throws: `malformedURL` or `plaintext`.
    init(
        url: String, contentType: String?, accepts: String = "application/json", allowsPlaintext: Bool = false
    ) throws(GatewaySettingsError) {
        let plain = try Self.callable(url, setting: "url")
        guard plain.scheme == "https" || allowsPlaintext || Self.isThisMachine(plain.host) else {
            throw GatewaySettingsError(.plaintext, setting: "url")
        }
        place = plain
        template = HTTPRequest(target: plain.url.requestTarget, headers: [:])
        template.headers.add(name: "host", value: authority)
        if let contentType { template.headers.add(name: "content-type", value: contentType) }
        template.headers.add(name: "accept", value: accepts)
        template.headers.add(name: "user-agent", value: "verifyd")
    }

    /// For errors, the setting that the value comes from is called `setting`.
    ///
    /// - Throws: `malformedToken` when no header can carry the value, or the value is empty.
    mutating func addHeader(_ name: String, value: String, setting: String) throws(GatewaySettingsError) {
        guard !value.isEmpty, value.utf8.allSatisfy(\.isPrintableASCII) else {
            throw GatewaySettingsError(.malformedToken, setting: setting)
        }
        template.headers.add(name: name, value: value)
    }

    var url: URL { place.url }

    var authority: String { place.authority }

    var isThisMachine: Bool { Self.isThisMachine(place.host) }

    /// Whether calls are encrypted all the way.
    var isSecure: Bool { url.scheme == "https" }

    /// A request with this body.
    func request(_ body: some Collection<UInt8>) -> HTTPRequest {
        var request = template
        request.body = ByteBuffer(bytes: body)
        return request
    }

    /// A `GET` with these fields as its query.
    ///
    /// The URL must have no query of its own.
    func request(query: FormBody) -> HTTPRequest {
        var request = template
        request.method = .GET
        request.target += "?\(String(decoding: query.bytes, as: UTF8.self))"
        return request
    }

    /// A plain `GET`.
    var page: HTTPRequest {
        var request = template
        request.method = .GET
        return request
    }

    /// A request to the URL; for errors, the setting that it comes from is called `setting`.
    ///
    /// - Throws: `malformedURL`.
    static func callable(_ url: String, setting: String) throws(GatewaySettingsError) -> HTTPClient.Request {
        // What the client says of a bad URL repeats it, and it may hold a password.
        guard let plain = try? HTTPClient.Request(url: url, method: .POST), plain.hasPlainHost,
            plain.url.user == nil, plain.url.password == nil, plain.url.fragment == nil,
            plain.scheme == "https" || plain.scheme == "http"
        else { throw GatewaySettingsError(.malformedURL, setting: setting) }
        return plain
    }

    /// The loopback addresses, and `localhost`: a lookup may answer every other name with another machine's address.
    static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension HTTPClient.Request {
    /// Whether a line of a request can carry the host: a URL may escape what would begin another line.
    var hasPlainHost: Bool { !host.isEmpty && host.utf8.allSatisfy(\.isVisibleASCII) }

    /// As a `Host` header says it: with the port, unless it is the scheme's own.
    var authority: String {
        let usual = scheme == "https" ? 443 : 80
        // An IPv6 address stands in brackets.
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return port == usual ? name : "\(name):\(port)"
    }
}

extension URL {
    /// The path and the query as a request line has them: escaped as in the URL, and at least a slash.
    var requestTarget: String {
        let parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        let path = parts?.percentEncodedPath ?? ""
        let query = parts?.percentEncodedQuery.map { "?\($0)" } ?? ""
        return (path.isEmpty ? "/" : path) + query
    }
}

extension HTTPEndpoint: Concealed {
    /// Tells neither the URL nor a header, because both may hold a secret.
    package var description: String { "endpoint" }
}

extension HTTPEndpoint {
    /// The call at `path` of a provider.
    ///
    /// - Parameters:
    ///   - base: The provider's URL, which may have a path of its own, for example a proxy's. Errors name the setting
    ///     `url`.
    ///   - path: Begins with a slash.
    ///   - contentType: Of every body, for example `application/json`.
    ///   - allowsPlaintext: Allows `http` to other machines: every machine on the way can read the codes and numbers.
    /// - Throws: `malformedURL` or `plaintext`.
    init(base: String, path: String, contentType: String, allowsPlaintext: Bool) throws(GatewaySettingsError) {
        guard !base.contains("?") else { throw GatewaySettingsError(.malformedURL, setting: "url") }
        let trunk = base.hasSuffix("/") ? String(base.dropLast()) : base
        try self.init(url: trunk + path, contentType: contentType, allowsPlaintext: allowsPlaintext)
    }

    /// Takes a URL at which a provider shall call.
    ///
    /// The provider would refuse each message with a bad URL, so a bad URL is refused here, once. Plain `http` is fine:
    /// receipts hold no code.
    ///
    /// - Throws: `malformedURL` or `tooLong`, for the setting `receiptsURL`.
    static func checkReceiptsURL(_ url: String?, maxLength: Int = 2_048) throws(GatewaySettingsError) {
        guard let url else { return }
        _ = try callable(url, setting: "receiptsURL")
        guard url.utf8.count <= maxLength else { throw GatewaySettingsError(.tooLong, setting: "receiptsURL") }
    }
}
