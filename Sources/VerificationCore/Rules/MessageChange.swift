/// Another stage of a message that exists.
package struct MessageChange: Sendable, Hashable {
    package let id: MessageID
    /// The message as the next claim finds it.
    package let facts: MessageFacts
    /// What the message's app is told.
    package let status: MessageStatus
    /// Why it ended, as a stable word; nil keeps the reason that is on record.
    package let reason: String?
}
