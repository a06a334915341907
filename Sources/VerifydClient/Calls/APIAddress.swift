import Foundation

/// Where the API is, and with which key; checked, so that a key never travels in the clear.
struct APIAddress: Sendable {
    /// Without a slash at its end.
    let base: String
    private let key: String

    init(_ url: URL, key: String, allowsPlainHTTP: Bool) throws {
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        guard let host = parts?.host, !host.isEmpty, parts?.query == nil, parts?.fragment == nil, parts?.user == nil
        else { throw Self.error("The URL has scheme, host, perhaps a port and a path, and nothing else.") }
        switch url.scheme?.lowercased() {
        case "https": break
        case "http" where allowsPlainHTTP || Self.isLoopback(host): break
        default: throw Self.error("The URL needs https, but for this machine; see allowsPlainHTTP.")
        }
        guard (1...256).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw Self.error("The API key is empty, or has characters that no key has.")
        }
        base = url.absoluteString.hasSuffix("/") ? String(url.absoluteString.dropLast()) : url.absoluteString
        self.key = key
    }

    func request(_ call: APICall, timeout: TimeInterval) -> ClientRequest {
        var headers = ["Authorization": "Bearer \(key)", "Accept": "application/json", "User-Agent": "VerifydClient"]
        if call.body != nil { headers["Content-Type"] = "application/json" }
        if call.waiting > 0 { headers["Prefer"] = "wait=\(call.waiting)" }
        headers["Idempotency-Key"] = call.idempotencyKey
        let query = call.query.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
        // The parts are ASCII without blanks, so the text is a URL; the base alone could at most give a 404.
        let url = URL(string: base + call.path + (query.isEmpty ? "" : "?" + query)) ?? URL(fileURLWithPath: "/")
        return ClientRequest(method: call.method, url: url, headers: headers, body: call.body, timeout: timeout)
    }

    private static func escaped(_ text: String) -> String {
        let kept = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
    }

    private static func isLoopback(_ host: String) -> Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return ["localhost", "::1", "[::1]"].contains(host.lowercased())
            || numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }

    private static func error(_ detail: String) -> ClientError { ClientError(.invalidConfiguration, detail: detail) }
}
