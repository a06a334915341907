/// Another stage of a message that exists.
package struct MessageChange: Sendable, Hashable {
    /// The stages that a claim can bring a message to.
    package enum Stage: Sendable, Hashable {
        case leased(until: Timestamp)
        case ended(MessageStatus, reason: String)
    }

    package let id: MessageID
    package let stage: Stage
    package let fence: Int
    package let tries: Int
    package let token: UInt64
    package let mayBeDuplicate: Bool
    package let isFree: Bool
    package let spentAt: Timestamp
}
