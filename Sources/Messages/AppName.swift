/// An app's name as it may stand in a message: one line of at most 40 characters, never empty.
///
/// - White space becomes single spaces.
/// - Accents that stand apart join their letters.
/// - The typographer's quotes and dashes become the keyboard's, so that "Domino’s" moves no text out of the GSM
///   alphabet.
/// - Control characters go, and so do the marks that change the direction of what follows. These could change how the
///   code reads.
///
/// Everything else in a name, `%@` and `{{code}}` too, is only text.
package struct AppName {
    private static let longest = 40
    /// Stands in for a name that is empty after cleaning.
    private static let nameless = "App"

    package private(set) var text: String

    package init(_ name: String) {
        text = Self.isClean(name) ? name : Self.cleaned(name)
    }

    /// Whether an app may have this name: one line with a letter or a digit.
    ///
    /// Everything else in it is made harmless. Letters that Unicode has but no person can see, such as the Hangul
    /// filler, do not count.
    package static func isName(_ name: String) -> Bool {
        name.contains { character in
            (character.isLetter || character.isNumber)
                && !character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
        } && !name.contains(where: \.isNewline)
    }

    /// Takes off the last character; false if the name has only a single character.
    mutating func shorten() -> Bool {
        guard text.count > 1 else { return false }
        text.removeLast()
        while text.count > 1, text.last == " " { text.removeLast() }
        return true
    }

    /// Whether a name is printable ASCII, with no space at either end and no two spaces together.
    ///
    /// Most names are, so they need no cleaning.
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
        // No honest name is longer. A longer name is cut here, so that it costs no more time.
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
