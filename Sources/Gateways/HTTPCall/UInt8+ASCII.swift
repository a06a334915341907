extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// No control character; a space is printable.
    var isPrintableASCII: Bool { (0x20...0x7E).contains(self) }

    /// Printable, and no space.
    var isVisibleASCII: Bool { (0x21...0x7E).contains(self) }

    var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}

extension Sequence<UInt8> {
    /// Two lower-case digits for each byte.
    var hexDigits: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
