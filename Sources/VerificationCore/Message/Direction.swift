/// Which way letters run, as far as a message must care (Unicode Standard Annex 9).
enum Direction {
    /// The name between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE.
    ///
    /// A phone lays out what is between them by itself, in the direction of its first letter. Then it puts the result
    /// into the sentence as one piece. So `Shop 24!` keeps its mark on the right in a Hebrew text, and no digit of the
    /// name joins the code.
    static func isolated(_ name: String) -> String { "\u{2068}\(name)\u{2069}" }

    /// Whether any letter runs from right to left.
    static func hasRightToLeft(_ text: String) -> Bool {
        // In UTF-8 no such letter begins with a byte below D6.
        text.utf8.contains { $0 >= 0xD6 } && text.unicodeScalars.contains(where: isRightToLeft)
    }

    /// Whether a mark overrides or embeds the direction of the characters after it; isolates replaced these marks.
    static func isForced(by scalar: Unicode.Scalar) -> Bool { (0x202A...0x202E).contains(scalar.value) }

    /// Whether it is a letter in a block that the standard sets aside for scripts from right to left.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            scalar.properties.isAlphabetic
        default: false
        }
    }
}
