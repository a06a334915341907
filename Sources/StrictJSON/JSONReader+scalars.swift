// Strings and numbers: the two kinds of value with a grammar of their own.

extension JSONReader {
    // MARK: Strings

    /// Reads a string; the position is at its opening quote.
    mutating func string() throws(JSONError) -> String {
        let start = position + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "\\"), bytes[end] >= 0x20
        {
            end += 1
        }
        guard end < bytes.count else { throw JSONError(kind: .unexpectedEnd, offset: end) }
        guard bytes[end] == UInt8(ascii: "\"") else { return try escapedString(plainUntil: end) }
        guard let text = String(validating: bytes[start..<end], as: UTF8.self) else { throw problem(.invalidUTF8) }
        position = end + 1
        return text
    }

    /// Reads a string whose first escape or control character is at `end`; the position is at its opening quote.
    private mutating func escapedString(plainUntil end: Int) throws(JSONError) -> String {
        let start = position
        var text = Array(bytes[(position + 1)..<end])
        position = end
        while current != UInt8(ascii: "\"") {
            guard position < bytes.count else { throw problem(.unexpectedEnd) }
            let byte = current
            guard byte >= 0x20 else { throw problem(.controlCharacter) }
            if byte == UInt8(ascii: "\\") {
                text.append(contentsOf: try escape().utf8)
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard let string = String(validating: text, as: UTF8.self) else {
            throw JSONError(kind: .invalidUTF8, offset: start)
        }
        position += 1
        return string
    }

    /// Reads an escape; the position is at its backslash.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let letter = position + 1 < bytes.count ? bytes[position + 1] : 0
        let scalar: Unicode.Scalar
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "b"): scalar = "\u{08}"
        case UInt8(ascii: "f"): scalar = "\u{0C}"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw problem(.invalidEscape)
        }
        position += 2
        return scalar
    }

    /// Reads `\u` and four hexadecimal digits; for a surrogate pair it reads both halves, for example `\ud83d\ude00`.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        let first = try unit()
        guard first != 0 else { throw JSONError(kind: .nulCharacter, offset: start) }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), current == UInt8(ascii: "\\") else {
            throw JSONError(kind: .loneSurrogate, offset: start)
        }
        let second = try unit()
        guard UTF16.isTrailSurrogate(second) else { throw JSONError(kind: .loneSurrogate, offset: start) }
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private mutating func unit() throws(JSONError) -> UInt16 {
        guard position + 6 <= bytes.count, bytes[position + 1] == UInt8(ascii: "u") else {
            throw problem(.invalidEscape)
        }
        var unit: UInt16 = 0
        for byte in bytes[(position + 2)..<(position + 6)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw problem(.invalidEscape) }
            unit = unit << 4 | UInt16(digit)
        }
        position += 6
        return unit
    }

    // MARK: Numbers

    /// Reads a number; the position is at its sign or first digit.
    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        let isWhole = try skipNumber()
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else {
            throw JSONError(kind: .numberOutOfRange, offset: start)
        }
        return .decimal(number)
    }

    /// Moves the position behind a number; true when the number has neither fraction nor exponent.
    private mutating func skipNumber() throws(JSONError) -> Bool {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        let leadingZero = current == UInt8(ascii: "0")
        let digits = try skipDigits(from: start)
        guard !leadingZero || digits == 1 else { throw JSONError(kind: .invalidNumber, offset: start) }
        var isWhole = true
        if current == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            _ = try skipDigits(from: start)
        }
        if current | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            _ = try skipDigits(from: start)
        }
        return isWhole
    }

    private mutating func skipDigits(from start: Int) throws(JSONError) -> Int {
        let first = position
        while current >= UInt8(ascii: "0"), current <= UInt8(ascii: "9") { position += 1 }
        guard position > first else { throw JSONError(kind: .invalidNumber, offset: start) }
        return position - first
    }
}
