import FoundationEssentials

/// An HTTP proxy that calls go through, because a firewall lets nothing else out.
package struct HTTPProxy: Sendable, Hashable, Concealed {
    /// A name, or an address without brackets.
    package let host: String
    package let port: Int
    /// User and password as HTTP's Basic scheme writes them, a secret; nil for a proxy that asks for none.
    package let credentials: String?

    /// Reads `http://host:port` or `http://user:password@host:port`; nil for any other text.
    ///
    /// In user and password, the characters that a URL gives a meaning of its own are percent-encoded.
    package init?(_ url: String) {
        guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http",
            let host = parts.host, let port = parts.port, (1...65_535).contains(port),
            parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil
        else { return nil }
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        (self.host, self.port) = (name, port)
        switch (parts.user, parts.password) {
        case (nil, nil): credentials = nil
        case (let user?, let password?):
            guard let credentials = Self.credentials(user, password: password) else { return nil }
            self.credentials = credentials
        case (.some, nil), (nil, .some): return nil
        }
    }

    /// The value of `Proxy-Authorization`.
    package var authorization: String? { credentials.map { "Basic \($0)" } }

    package var description: String { "proxy" }

    /// As RFC 7617 writes them; nil for what it cannot write: a user with a colon, and control characters.
    private static func credentials(_ user: String, password: String) -> String? {
        let isWritable = (user + password).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard !user.isEmpty, !user.contains(":"), isWritable else { return nil }
        return Data("\(user):\(password)".utf8).base64EncodedString()
    }
}

/// How calls get to a server: through which proxy, and whose certificates they trust.
package struct HTTPWay: Sendable {
    /// Nil for connections to the server itself; nothing but this value says so, and no variable of the environment.
    package var proxy: HTTPProxy?
    package var trust = TrustedAuthorities.system

    package init() {}
}
