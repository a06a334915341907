/// A tenant's short name: 1 to 40 lower-case letters, digits and dashes.
package struct AppID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let name: String

    /// Nil when `name` is not a short name as described above.
    package init?(_ name: String) {
        let isAllowed = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isAllowed, (1...40).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    package var description: String { name }

    package static func < (left: AppID, right: AppID) -> Bool { left.name < right.name }
}
