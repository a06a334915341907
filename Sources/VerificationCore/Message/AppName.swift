/// An app's name as it may stand in a message: one line of at most 40 characters, never empty.
///
/// White space becomes single spaces. Accents that stand apart join their letters, and quotes and dashes of the typographer
/// become those of the keyboard: nothing is lost, and "Domino’s" moves no text out of the GSM alphabet. Control characters go, and so do the marks that change the direction of what
/// follows, for they could make the code read otherwise. Whatever else a name says, `%@` and `{{code}}` too, is only
/// text.
package struct AppName {
    private static let longest = 40
    /// For a name of which nothing is left.
    private static let nameless = "App"

    package private(set) var text: String

    package init(_ name: String) {
        text = Self.isClean(name) ? name : Self.cleaned(name)
    }

    /// Whether a name can be anybody's: one line that has a letter or a digit, whatever else is made harmless.
    ///
    /// Unicode has letters that nobody can see, such as the Hangul filler.
    package static func isName(_ name: String) -> Bool {
        name.contains { character in
            (character.isLetter || character.isNumber)
                && !character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
        } && !name.contains(where: \.isNewline)
    }

    /// Takes off the last character; false if there is only one.
    mutating func shorten() -> Bool {
        guard text.count > 1 else { return false }
        text.removeLast()
        while text.count > 1, text.last == " " { text.removeLast() }
        return true
    }

    /// The quick answer for the names most apps have: printable ASCII with no space at either end and no two together.
    private static func isClean(_ name: String) -> Bool {
        guard (1...longest).contains(name.utf8.count) else { return false }
        var previous = UInt8(ascii: " ")
        for byte in name.utf8 {
            guard byte >= 0x20, byte < 0x7F, byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    private static func cleaned(_ name: String) -> String {
        var clean = String.UnicodeScalarView()
        // No honest name needs more; a dishonest one costs no more.
        for scalar in name.unicodeScalars.prefix(1_000) {
            if scalar.properties.isWhitespace {
                if let last = clean.last, last != " " { clean.append(" ") }
            } else if scalar.properties.generalCategory != .control, !scalar.properties.isBidiControl {
                clean.append(scalar)
            }
        }
        var text = String(PlainLetters.withoutTypography(String(clean)).prefix(longest))
        while text.unicodeScalars.count > 2 * longest || text.last == " " { text.removeLast() }
        return text.isEmpty ? nameless : text
    }
}
