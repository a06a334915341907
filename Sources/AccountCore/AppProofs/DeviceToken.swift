/// The address of an app on a device, as Apple's push service gives it to the app.
///
/// Apple tells developers to expect no fixed size. Today's tokens have 32 bytes.
package struct DeviceToken: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// In bytes.
    private static let lengths = 32...100

    /// In hexadecimal, with small letters.
    package let text: String

    /// Nil for what is no token: anything but pairs of hexadecimal digits, in any case, of 32 to 100 bytes.
    package init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2), Self.lengths.contains(digits.count / 2),
            digits.allSatisfy({ Self.isDigit($0) })
        else { return nil }
        self.text = text.lowercased()
    }

    /// A token names a person's device, so no log shows it.
    package var description: String { "(device token)" }
    package var customMirror: Mirror { Mirror(self, children: []) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
