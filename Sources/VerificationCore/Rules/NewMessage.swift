/// A row of the table `message`.
package struct NewMessage: Sendable, Hashable {
    package let id: MessageID
    package let createdAt: Timestamp
    package let leasedUntil: Timestamp
    package let token: UInt64
    /// Whether the phone is a test number, so that the message takes from no limit.
    package let isForTestNumber: Bool
}
