/// A row of `message`.
package struct NewMessage: Sendable, Hashable {
    package let id: MessageID
    package let createdAt: Timestamp
    package let leasedUntil: Timestamp
    package let token: UInt64
    /// Whether it is a test number's.
    package let isFree: Bool
}
