/// The name of an app for clients: 6 to 30 lower-case letters, digits and dashes, a letter first and no dash last.
package struct ProjectID: Sendable, Hashable, CustomStringConvertible {
    package let text: String

    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard (6...30).contains(bytes.count), isLetter(bytes[0]), bytes.last != UInt8(ascii: "-"),
            bytes.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        self.text = text
    }

    package var description: String { text }
}
