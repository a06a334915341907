/// What phone numbers begin with: a plus, a calling code, and perhaps more digits, for example `+49` or `+4915`.
package struct PhonePrefix: Sendable, Hashable, CustomStringConvertible {
    private let text: String

    /// Nil unless `text` is a plus and 1 to 15 digits of which the first is no zero.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "+"), (1...15).contains(digits.count),
            digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Reads a prefix as a person types it, for example `+49 15`.
    ///
    /// Nil also for `+49 (0)15`: of a prefix nobody can tell whether its numbers have the zero, as those of Italy do.
    package init?(typed text: String) {
        guard let plain = PastedText.plain(text), !plain.filter({ $0 != " " }).contains("(0)"),
            let digits = PastedText.international(text)
        else { return nil }
        self.init(digits)
    }

    package var description: String { text }

    /// Whether a number begins like this.
    package func covers(_ phone: PhoneNumber) -> Bool { phone.e164.hasPrefix(text) }

    /// Whether every number of another prefix begins like this too, as those of `+4915` do with `+49`.
    package func covers(_ other: PhonePrefix) -> Bool { other.text.hasPrefix(text) }
}
