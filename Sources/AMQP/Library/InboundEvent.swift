/// One event that the broker has sent whole, for example a delivery with its properties and its body.
enum InboundEvent {
    /// A message for a consumer, or the answer to `basic.get`.
    case delivered(AMQPDelivery)
    /// The answer to `basic.get` when the queue is empty.
    case nothingToGet
    case returned(ReturnedMessage)
    case confirmed(Confirmation)
    /// The broker takes no more messages; `reason` is its own word, for example `low on memory`.
    case blocked(reason: String)
    case unblocked
    /// The broker ended our subscription, for example because the queue was deleted.
    case consumerCancelled
    /// The broker's answer to our `basic.consume`; deliveries may come before it.
    case consumeAnswered
    /// The broker's answer to our `basic.cancel`; no delivery comes after it.
    case cancelAnswered
}
