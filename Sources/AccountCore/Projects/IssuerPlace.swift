/// Where the issuer of tokens is found: a host, and a path on it.
struct IssuerPlace: Sendable, Hashable {
    private static let usualPorts = [(scheme: "https://", port: ":443"), (scheme: "http://", port: ":80")]

    /// Host and port; in lower case, and without the usual port.
    private let authority: String
    /// Without a slash at its end.
    private let path: String

    /// Nil for a text that is no URL with a host, for example `joe`, or that has more than a path behind the host.
    init?(_ issuer: String) {
        guard let usual = Self.usualPorts.first(where: { issuer.hasPrefix($0.scheme) }),
            !issuer.contains(where: { $0 == "?" || $0 == "#" })
        else { return nil }
        let rest = issuer.dropFirst(usual.scheme.count)
        let host = rest.prefix { $0 != "/" }
        guard !host.isEmpty else { return nil }
        authority = Self.plain(String(host), port: usual.port)
        path = Self.trimmed(rest.dropFirst(host.count))
    }

    /// Whether a call that names this host and path means the issuer; a call does not say whether it came by HTTP or
    /// HTTPS.
    func isMeant(by authority: String, _ path: String) -> Bool {
        Self.usualPorts.contains { Self.plain(authority, port: $0.port) == self.authority }
            && Self.trimmed(path[...]) == self.path
    }

    private static func plain(_ authority: String, port: String) -> String {
        let name = authority.lowercased()
        return name.hasSuffix(port) ? String(name.dropLast(port.count)) : name
    }

    static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.last == "/" { text.removeLast() }
        return String(text)
    }
}
