/// The URL of a server whose word decides about proofs, as an operator writes it.
enum TrustedURL {
    private static let longest = 500

    /// Whether nobody on the way can change what is read there: HTTPS, or HTTP to this machine.
    static func isGood(_ text: String) -> Bool { isURL(text) && isSafe(text) }

    /// Whether a text is a URL with a host, and without a user, a query and a fragment.
    static func isURL(_ text: String) -> Bool {
        text.utf8.count <= longest && IssuerPlace(text) != nil
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") }
    }

    /// Scheme, host and port of a good URL, as a page's policy names a source; nil for a host that a policy cannot name.
    static func origin(of text: String) -> String? {
        guard isGood(text) else { return nil }
        let scheme = text.hasPrefix("https://") ? "https://" : "http://"
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
        guard host.utf8.allSatisfy(isOfHost) else { return nil }
        return scheme + host
    }

    private static func isSafe(_ url: String) -> Bool {
        if url.hasPrefix("https://") { return true }
        let host = url.dropFirst("http://".count).prefix { $0 != "/" && $0 != ":" }
        return host == "localhost" || host == "127.0.0.1"
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
