import Connections

/// A host to connect to, with every keyword that libpq needs for it.
struct ConnectionTarget: Sendable {
    /// Host and port, for messages.
    let name: String
    var keywords: [String: String]
    /// Whether an unencrypted connection to another machine may stay; a connection to this machine always may.
    let allowsPlaintext: Bool

    /// Whether a connection that was made may stay.
    ///
    /// - Parameters:
    ///   - tls: whether the connection is encrypted.
    ///   - address: the address that was reached; empty for a socket in the file system.
    /// - Returns: false for an unencrypted connection to another machine, unless plaintext is allowed.
    func permits(tls: Bool, address: String) -> Bool {
        tls || allowsPlaintext || address.isEmpty || Self.isLocal(host: address)
    }

    /// This host once for each of its addresses; the host itself where it needs no look-up.
    ///
    /// libpq would look the name up inside the call that starts a connection, and block until the resolver answers.
    /// Then it would give all the remaining time to the first address, even if no server answers there.
    ///
    /// Throws `unavailable` when the name has no address, or the resolver gives no answer before `deadline`.
    func atEachAddress(
        by lookup: HostLookup, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> [ConnectionTarget] {
        let host = keywords["host"] ?? ""
        let isSocket = host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@")
        if isSocket || keywords["hostaddr"]?.isEmpty == false { return [self] }
        guard let addresses = await lookup.addresses(of: host, until: deadline) else {
            throw .unavailable("the address of \(name) could not be looked up in time")
        }
        guard !addresses.isEmpty else { throw .unavailable("\(name) has no address") }
        return addresses.map { address in
            var target = self
            // The name stays, because libpq compares it with the server's certificate.
            target.keywords["hostaddr"] = address
            return target
        }
    }

    /// A message of libpq without the password; no message of libpq 15 quotes it, but a later message may.
    func printable(_ message: String) -> String {
        guard let password = keywords["password"], !password.isEmpty else { return message }
        return message.split(separator: password, omittingEmptySubsequences: false).joined(separator: "…")
    }

    /// Whether bytes to `host` stay on this machine: loopback, or a socket in the file system.
    static func isLocal(host: String) -> Bool {
        if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host.hasPrefix("127.") && isIPv4(host) {
            return true
        }
        return ["localhost", "::1"].contains(host.lowercased())
    }

    private static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
