/// How a message is to be handled, and what kind of message a `deliver_sm` is.
package struct ESMClass: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The SMSC's default mode, nothing special.
    package static let plain = ESMClass(rawValue: 0x00)
    /// The final word on a message's delivery.
    package static let receipt = ESMClass(rawValue: 0x04)
    /// A word on a delivery still under way.
    package static let notification = ESMClass(rawValue: 0x20)
    /// The text begins with a user data header.
    package static let userDataHeader = ESMClass(rawValue: 0x40)

    /// Whether the type bits say receipt or intermediate notification; the other bits do not matter.
    package var isReceipt: Bool {
        let type = rawValue & 0x3C
        return type == Self.receipt.rawValue || type == Self.notification.rawValue
    }
}
