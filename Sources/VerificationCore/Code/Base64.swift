import FoundationEssentials

/// Base64 as in RFC 4648, in both alphabets; reading takes it with or without padding.
package enum Base64 {
    /// Reads either alphabet; nil when the text is not Base64.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var standard = text.filter { $0 != "=" }.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        while standard.count % 4 != 0 { standard.append("=") }
        return Data(base64Encoded: String(standard)).map(Array.init)
    }

    /// Writes the alphabet for URLs, without padding.
    package static func encodeForURL(_ bytes: [UInt8]) -> String {
        // Byte by byte, because each request has a tag of this form. Going through characters took most of its time.
        let standard = Data(bytes).base64EncodedData().lazy.filter { $0 != UInt8(ascii: "=") }
        return String(decoding: standard.map(urlSafe), as: UTF8.self)
    }

    private static func urlSafe(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case let other: other
        }
    }
}
