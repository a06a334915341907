/// A change of a message that is on record.
package struct MessageChange: Sendable, Hashable {
    package let id: MessageID
    /// The message as the next claim finds it.
    package let facts: MessageFacts
    /// The status that the app sees.
    package let status: MessageStatus
    /// The reason of the status, as a stable word; nil keeps the reason that is on record.
    package let reason: String?
}
