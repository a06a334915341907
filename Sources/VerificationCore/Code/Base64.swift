import FoundationEssentials

/// Base64 as in RFC 4648, in both alphabets; reading takes it with or without padding.
package enum Base64 {
    /// Reads either alphabet; nil when the text is not Base64.
    ///
    /// FoundationEssentials of Swift 6.3 writes the alphabet for URLs, and reads only the other alphabet.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var standard = text.filter { $0 != "=" }.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        while standard.count % 4 != 0 { standard.append("=") }
        return Data(base64Encoded: String(standard)).map(Array.init)
    }

    /// Writes the alphabet for URLs, without padding.
    package static func encodeForURL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString(options: [.base64URLAlphabet, .omitPaddingCharacter])
    }
}
