extension Delivery {
    /// What an app is told when a message gets this delivery's status; nil when it is told nothing of it.
    ///
    /// A further reason of a message that is undelivered already is no news.
    ///
    /// `status`: the message's status before.
    package func news(of message: MessageID, before status: MessageStatus) -> EventNote? {
        guard status != self.status else { return nil }
        return switch self {
        case .taken: nil
        case .undelivered(let reason):
            EventNote(message.verification, .undelivered, message: message.ordinal, reason: reason)
        case .delivered: EventNote(message.verification, .delivered, message: message.ordinal)
        }
    }
}
