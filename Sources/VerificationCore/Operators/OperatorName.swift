/// An operator's name in the audit; a person signs in to the dashboard with it.
package struct OperatorName: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let text: String

    /// Nil unless it is 1 to 64 lower-case letters, digits, dots, dashes, underscores and at signs.
    package init?(_ text: String) {
        let isAllowed = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x30...0x39: true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "@"): true
            default: false
            }
        }
        guard isAllowed, (1...64).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    /// The machine's user who gives a command, as the audit names that user; no person can sign in with such a name.
    package static func machineUser(_ user: String) -> OperatorName { OperatorName(unchecked: user) }

    /// All who try a name that no operator has, as the audit names them: such a text may be a password, typed too early.
    package static let stranger = OperatorName(unchecked: "unknown name")

    /// How the names of all backends begin; no person's name does, because it has no space.
    package static let keyPrefix = "key "

    /// A backend that calls with this key, as the audit names it: `key 1a2b3c4d`, with the key's name in `keys list`.
    package static func key(_ key: APIKeyHash) -> OperatorName { OperatorName(unchecked: keyPrefix + key.shortName) }

    package var description: String { text }

    package static func < (left: OperatorName, right: OperatorName) -> Bool { left.text < right.text }
}
