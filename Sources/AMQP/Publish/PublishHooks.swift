/// Who is told what happens to a publisher's connection beside its messages.
///
/// All are called on the connection's thread and must return at once.
struct PublishHooks: Sendable {
    var onReply: (@Sendable (AMQPDelivery) -> Void)?
    var onEnd: (@Sendable () -> Void)?
    var onMismatch: (@Sendable (AMQPMismatch) -> Void)?
}
