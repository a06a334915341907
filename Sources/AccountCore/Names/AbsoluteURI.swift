/// Whether a text names a place by itself, as far as this wire asks.
package enum AbsoluteURI {
    /// True for a text with a scheme; addresses of pages need a host too.
    package static func isWellFormed(_ text: String) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isScheme(parts[0]), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return false
        }
        guard ["http", "https"].contains(parts[0].lowercased()) else { return !parts[1].isEmpty }
        let host = parts[1].drop { $0 == "/" }.prefix { !"/?#".contains($0) }
        return !host.isEmpty && !host.hasPrefix(":")
    }

    private static func isScheme(_ text: Substring) -> Bool {
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
    }
}
