extension PastedText {
    /// What a character is worth among plain characters.
    enum Kind {
        /// Worth nothing: nobody sees it.
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
