/// The name by which a person signs in to the dashboard, and by which the audit names the person.
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

    package var description: String { text }

    package static func < (left: OperatorName, right: OperatorName) -> Bool { left.text < right.text }
}
