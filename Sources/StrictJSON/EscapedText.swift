/// Writes text so that it stays on its line and cannot control a terminal.
///
/// It escapes quotes, backslashes and control characters as JSON does. It also escapes line separators, and characters
/// that change the direction of writing.
package enum EscapedText {
    /// Appends the escaped text between quotes.
    package static func appendQuoted(_ text: String, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        append(text, to: &line)
        line.append(UInt8(ascii: "\""))
    }

    /// Appends the escaped text without quotes.
    package static func append(_ text: String, to line: inout [UInt8]) {
        guard text.utf8.contains(where: { mayNeedEscape($0) }) else { return line.append(contentsOf: text.utf8) }
        for scalar in text.unicodeScalars { append(scalar, to: &line) }
    }

    /// Whether a character whose UTF-8 begins with this byte may need an escape; with C2 and E2 only some characters
    /// do.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0xC2
            || byte == 0xE2
    }

    private static func append(_ scalar: Unicode.Scalar, to line: inout [UInt8]) {
        switch scalar {
        case "\"": line.append(contentsOf: "\\\"".utf8)
        case "\\": line.append(contentsOf: "\\\\".utf8)
        case "\n": line.append(contentsOf: "\\n".utf8)
        case "\r": line.append(contentsOf: "\\r".utf8)
        case "\t": line.append(contentsOf: "\\t".utf8)
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
            let digits = String(scalar.value, radix: 16)
            line.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
        default: line.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
        }
    }
}
