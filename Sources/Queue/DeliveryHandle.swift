import AMQP
import VerificationCore

/// What an inbox needs to settle a delivery, and which inbox handed it out.
///
/// Two inboxes number their deliveries alike. So the handle of a delivery of the first inbox could settle another job at
/// the second.
struct DeliveryHandle: Sendable {
    let delivery: AMQPDelivery
    /// The consumer that received the delivery.
    let consumer: ObjectIdentifier
}

extension JobDelivery {
    /// A broker's delivery as a `JobDelivery`; a body that was too long to keep becomes an empty body.
    ///
    /// - Parameters:
    ///   - delivery: the message and what settles it.
    ///   - consumer: the consumer that received it.
    ///   - kind: the kind of the jobs on the consumer's queue.
    init(_ delivery: AMQPDelivery, from consumer: AMQPConsumer, of kind: JobKind) {
        let message = delivery.message
        var properties = Properties()
        properties.type = message.type
        properties.contentType = message.contentType
        properties.isTooLarge = delivery.isTruncated
        properties.wantsAnswer = message.answerAddress != nil
        properties.context = message.traceContext
        properties.tries = message.tries(in: kind)
        properties.putOffs = message.putOffs(in: kind)
        self.init(
            body: delivery.isTruncated ? [] : message.body, properties: properties,
            handle: DeliveryHandle(delivery: delivery, consumer: ObjectIdentifier(consumer)), tag: delivery.tag)
    }

    /// The delivery as the broker handed it to `consumer`.
    ///
    /// Nil, and a line in the log, for a delivery of another consumer: it is a mistake of the program, and nothing can
    /// settle it here.
    func original(from consumer: AMQPConsumer, _ log: QueueLog) -> AMQPDelivery? {
        guard let handle = handle as? DeliveryHandle, handle.consumer == ObjectIdentifier(consumer) else {
            log.isForeign()
            return nil
        }
        return handle.delivery
    }
}
