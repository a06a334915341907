/// The site for which browsers let a security key sign: the relying party of WebAuthn.
///
/// It comes from the settings. A caller who could choose it could have a key sign for a site of an attacker.
package struct KeySite: Sendable, Hashable {
    /// The host; a key of another host signs nothing here.
    package let id: String
    /// As a browser writes where a page comes from, for example `https://ops.example.com`.
    package let origin: String

    /// Nil for an address where browsers have no security keys: of other schemes, and of hosts that are no names.
    ///
    /// `url`: `https://` and a host's name, or `http://` and `localhost`, perhaps with a port and a path.
    package init?(url: String) {
        let url = url.lowercased()
        guard let scheme = ["https", "http"].first(where: { url.hasPrefix("\($0)://") }) else { return nil }
        let authority = url.dropFirst(scheme.utf8.count + 3).prefix { $0 != "/" }
        let host = authority.prefix { $0 != ":" }
        guard Self.isName(host), scheme == "https" || Self.isLocal(host) else { return nil }
        id = String(host)
        guard host.endIndex != authority.endIndex else {
            origin = "\(scheme)://\(host)"
            return
        }
        guard let port = UInt16(authority[host.endIndex...].dropFirst()), port > 0 else { return nil }
        // Browsers leave out the port that the scheme has anyway.
        origin = port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// This machine, as a browser on it calls it; nil for every other name.
    ///
    /// `authority`: the host and the port that the browser says that it has called. No page of another machine can have a
    /// key sign for this name. A page of another program at a port of this machine may, so `dashboard.url` is better.
    package init?(loopback authority: String) {
        guard let site = KeySite(url: "http://\(authority)"), !authority.contains("/") else { return nil }
        self = site
    }

    private static func isLocal(_ host: Substring) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

    /// Whether it is a name, and no address: browsers have keys for names only.
    private static func isName(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, let last = labels.last, UInt64(last) == nil else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): true
                    default: false
                    }
                }
        }
    }
}
