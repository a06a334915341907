import HTTPService
import HTTPTypes
import Hummingbird

/// Whether a browser would keep no session: over plain HTTP from another machine it takes no cookie of the dashboard.
enum PlainConnection {
    /// The command that opens a tunnel, for a call that seems to come over plain HTTP from another machine.
    ///
    /// A browser names how a page was fetched in `Sec-Fetch-Site` over HTTPS and from this machine only. Older browsers never
    /// do, so this is a reason to say something and not to refuse. Nil for a call that seems well.
    static func suspected(_ request: Request, base: String) -> Tunnel? {
        guard let authority = request.head.authority, !isLoopback(host(of: authority)) else { return nil }
        let scheme = request.headers[.forwardedProto]?.split(separator: ",").first?.lowercased()
        guard scheme == "http" || (scheme == nil && request.headers[.secFetchSite] == nil) else { return nil }
        return Tunnel(authority: authority, base: base)
    }

    /// The same for a form, whose browser says for certain where the form's page came from.
    static func certain(_ request: Request, base: String) -> Tunnel? {
        guard let origin = request.headers[.origin], origin.hasPrefix("http://") else { return nil }
        let authority = String(origin.dropFirst("http://".count))
        return isLoopback(host(of: authority)) ? nil : Tunnel(authority: authority, base: base)
    }

    /// What a person types instead.
    struct Tunnel: Sendable, Hashable {
        /// For a shell: a host that holds anything but a name's characters becomes `HOST`.
        let command: String
        /// Where the dashboard is then.
        let address: String

        init(authority: String, base: String) {
            let host = PlainConnection.host(of: authority)
            let port = authority.dropFirst(host.count).drop { $0 == ":" }
            let isPlain = !host.isEmpty && host.first != "-" && host.utf8.allSatisfy(Self.isOfName)
            let number = Int(port)
            let (far, near) = (number ?? 80, number ?? 8_089)
            command = "ssh -L \(near):localhost:\(far) \(isPlain ? host : "HOST")"
            address = "http://localhost:\(near)\(base)/"
        }

        private static func isOfName(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"): true
            default: false
            }
        }
    }

    /// The host of an authority, with the brackets of an IPv6 address.
    private static func host(of authority: String) -> String {
        if authority.first == "[" { return String(authority.prefix { $0 != "]" }) + "]" }
        return String(authority.prefix { $0 != ":" })
    }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || (host.hasPrefix("127.")
                && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) })
    }
}

extension HTTPField.Name {
    fileprivate static let forwardedProto = known("X-Forwarded-Proto")
    fileprivate static let secFetchSite = known("Sec-Fetch-Site")
}
