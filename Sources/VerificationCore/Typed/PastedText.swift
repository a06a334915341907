/// Texts in which people type or paste a number or a code, brought to plain characters.
///
/// Address books, word processors and keyboards add invisible marks, blanks and dashes of other kinds, and digits of
/// other scripts. All of them are folded here and nowhere else. So each number and each code has one spelling before
/// anything judges, counts or compares it.
package enum PastedText {
    /// The longest text that is looked at, in bytes of UTF-8.
    ///
    /// Fifteen digits of another script take 60 bytes. The rest is room for marks and blanks between them.
    package static let mostBytes = 256

    /// The text without invisible marks, in which blanks, dashes, plus signs and digits are ASCII.
    ///
    /// A full-width character becomes its ASCII character. Everything else stays as it is, so the caller's own rule
    /// refuses it. The answer of an answer is the same answer.
    ///
    /// Nil for a text of more than `mostBytes`, and for a text with ordinary digits beside raised, lowered or ringed
    /// digits: the `²` in `+49 151 23456789²` is a footnote, and no digit of the number.
    package static func plain(_ text: String) -> String? {
        guard text.utf8.count <= mostBytes else { return nil }
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var plain = String.UnicodeScalarView()
        var (hasDigits, hasRaisedDigits) = (false, false)
        for scalar in text.unicodeScalars {
            switch Kind(scalar) {
            case .mark: break
            case .digit(let digit):
                hasDigits = true
                plain.append(digit)
            case .raisedDigit(let digit):
                hasRaisedDigits = true
                plain.append(digit)
            case .other(let other): plain.append(other)
            }
        }
        return hasDigits && hasRaisedDigits ? nil : String(plain)
    }

    /// `+` and 7 to 15 digits: what may be a number although this process's plan has no such number; nil for other texts.
    package static func numberOfNoPlan(_ text: String) -> String? {
        international(text).flatMap { (8...16).contains($0.utf8.count) ? $0 : nil }
    }

    /// The `+` and the digits of an international number; nil for every text of another form.
    ///
    /// Blanks, dashes, dots, slashes and round brackets may stand anywhere. Without a `+` at the beginning (so also
    /// `00…` and `tel:`), with a second `+` or with any other character the text is no number. So two numbers never
    /// become one when the second has its own `+`, a comma, a semicolon or a letter before it.
    package static func international(_ text: String) -> String? {
        guard let plain = plain(text) else { return nil }
        var number: [UInt8] = []
        number.reserveCapacity(min(plain.utf8.count, mostPlaces))
        for byte in plain.utf8 {
            switch byte {
            case UInt8(ascii: "+") where number.isEmpty: number.append(byte)
            case UInt8(ascii: "0")...UInt8(ascii: "9") where !number.isEmpty: number.append(byte)
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): break
            case UInt8(ascii: "("), UInt8(ascii: ")"): break
            default: return nil
            }
        }
        return (2...mostPlaces).contains(number.count) ? String(decoding: number, as: UTF8.self) : nil
    }

    /// A `+` and the digits of the longest number that is handed to a judge; no real number has a quarter of them.
    private static let mostPlaces = 64

    /// The text without blanks and dashes; nil for a text that is too long to look at.
    ///
    /// For codes: `482 913` and `482-913` are `482913`.
    package static func unspaced(_ text: String) -> String? {
        plain(text).map { plain in
            String(decoding: plain.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }, as: UTF8.self)
        }
    }
}

extension PastedText {
    /// What a character is worth among plain characters.
    enum Kind {
        /// Worth nothing, because it is invisible.
        case mark
        /// A digit that stands on the line, of any script.
        case digit(Unicode.Scalar)
        /// A digit that is raised, lowered or in a ring.
        case raisedDigit(Unicode.Scalar)
        /// A blank, a dash, a sign, or a character that stays as it is.
        case other(Unicode.Scalar)

        init(_ scalar: Unicode.Scalar) {
            let properties = scalar.properties
            switch scalar.value {
            case 0x30...0x39: self = .digit(scalar)
            case 0x20...0x7E: self = .other(scalar)
            case _ where properties.isWhitespace: self = .other(" ")
            // The frame of a key, as in 4️⃣, is the only visible mark that keyboards put on digits.
            case 0x20E3: self = .mark
            case _ where properties.isDefaultIgnorableCodePoint: self = .mark
            case _ where properties.generalCategory == .decimalNumber: self = .digit(Self.ascii(scalar))
            default: self = Self.compatible(scalar)
            }
        }

        private static func ascii(_ digit: Unicode.Scalar) -> Unicode.Scalar {
            Unicode.Scalar(0x30 + UInt8(digit.properties.numericValue ?? 0))
        }

        /// Characters that are another form of an ASCII character.
        private static func compatible(_ scalar: Unicode.Scalar) -> Kind {
            switch scalar.value {
            case 0xB2, 0xB3, 0xB9, 0x2070, 0x2074...0x2079, 0x2080...0x2089, 0x2460...0x2468, 0x24EA:
                .raisedDigit(ascii(scalar))
            case 0xFF01...0xFF5E: .other(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
            case 0x207A, 0x208A, 0xFE62: .other("+")
            case 0x207D, 0x208D, 0xFE59: .other("(")
            case 0x207E, 0x208E, 0xFE5A: .other(")")
            // Unicode calls them dashes; people write them as a tilde, between two numbers.
            case 0x301C, 0x3030: .other("~")
            case 0xFE52: .other(".")
            // Minus signs, a hyphen of lists, and the long mark of Japanese, which looks like a dash.
            case 0x2212, 0x207B, 0x208B, 0x02D7, 0x2043, 0x30FC, 0xFF70: .other("-")
            default: .other(scalar.properties.generalCategory == .dashPunctuation ? "-" : scalar)
            }
        }
    }
}
