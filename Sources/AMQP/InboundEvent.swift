/// What the broker said, one whole thing at a time.
enum InboundEvent {
    /// A message for a consumer, or the answer to `basic.get`.
    case delivered(AMQPDelivery)
    /// The answer to `basic.get` when the queue is empty.
    case nothingToGet
    case returned(ReturnedMessage)
    case confirmed(Confirmation)
    case blocked
    case unblocked
    /// The broker ended our subscription, for example because the queue was deleted.
    case consumerCancelled
    /// The broker did what our `basic.cancel` asked; no delivery comes after it.
    case cancelAnswered
}

/// A mandatory message that reached no queue; its confirmation still follows.
struct ReturnedMessage: Equatable {
    let exchange: String
    let routingKey: String
    let messageID: String?
    /// The broker's reason, such as `312 NO_ROUTE`.
    let reason: String
}

/// The broker's word on one published message, or on all up to one.
struct Confirmation: Equatable {
    let tag: UInt64
    /// Whether every message before `tag` is meant too.
    let coversEarlier: Bool
    let isAccepted: Bool
}
