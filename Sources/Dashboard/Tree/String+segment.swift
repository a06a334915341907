extension String {
    /// The text as a segment of a path: whatever is not plain is percent-encoded.
    ///
    /// `-` stands for an empty text.
    var pathSegment: String {
        isEmpty ? "-" : utf8.map { Self.isPlain($0) ? String(UnicodeScalar($0)) : Self.encoded($0) }.joined()
    }

    /// The text that a segment of `pathSegment` stands for.
    var fromPathSegment: String { self == "-" ? "" : self }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func encoded(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return "%" + (digits.count == 1 ? "0" : "") + digits
    }
}
