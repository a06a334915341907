/// The name of an account within its project, which apps know as `uid`: 1 to 128 characters.
package struct LocalID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// How many random bytes `init(random:)` expects.
    package static let randomLength = 28
    private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    private let exact: ExactText

    package var text: String { exact.text }

    /// Nil for a text that is empty or too long, or holds a character that no log and no header may hold.
    package init?(_ text: String) {
        guard (1...128).contains(text.unicodeScalars.count), text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
            return nil
        }
        exact = ExactText(text)
    }

    /// 28 letters and digits, as clients are used to.
    ///
    /// `random`: `randomLength` bytes of a generator fit for secrets, so that an attacker cannot guess the next
    /// account's id.
    package init(random: [UInt8]) {
        exact = ExactText(String(decoding: random.map { Self.letters[Int($0) % Self.letters.count] }, as: UTF8.self))
    }

    package var description: String { text }

    package static func < (left: LocalID, right: LocalID) -> Bool {
        left.text.unicodeScalars.lexicographicallyPrecedes(right.text.unicodeScalars)
    }
}

/// A text that equals another text only byte by byte, as databases compare.
///
/// Swift takes some texts for equal whose bytes differ, for example an `é` of a single scalar and an `e` with an accent.
struct ExactText: Sendable, Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        // No text holds this byte, so it ends a text.
        hasher.combine(UInt8.max)
    }
}
