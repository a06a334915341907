import AMQP
import VerificationCore

extension RequestDelivery {
    /// A delivery in the core's words; a body that was too long to keep becomes an empty body.
    ///
    /// - Parameters:
    ///   - delivery: the message and what settles it.
    ///   - consumer: the consumer by which it came.
    ///   - putOffs: how often it was put off since its last try.
    init(_ delivery: AMQPDelivery, from consumer: AMQPConsumer, putOffs: Int = 0) {
        var properties = Properties(of: delivery)
        properties.putOffs = putOffs
        self.init(
            body: delivery.isTruncated ? [] : delivery.message.body, properties: properties,
            receipt: RequestReceipt(delivery: delivery, consumer: ObjectIdentifier(consumer)), tag: delivery.tag)
    }

    /// The delivery as the broker handed it to `consumer`.
    ///
    /// Nil, and a line in the log, for a delivery of another consumer: it is a mistake of the program, and nothing can
    /// settle it here.
    func original(from consumer: AMQPConsumer, _ log: QueueLog) -> AMQPDelivery? {
        guard let receipt = receipt as? RequestReceipt, receipt.consumer == ObjectIdentifier(consumer) else {
            log.isForeign()
            return nil
        }
        return receipt.delivery
    }
}

extension RequestDelivery.Properties {
    /// What a delivery says beside its body.
    init(of delivery: AMQPDelivery) {
        let message = delivery.message
        self.init()
        type = message.type
        contentType = message.contentType
        isTooLarge = delivery.isTruncated
        wantsAnswer = message.answerAddress != nil
        context = message.traceContext
    }
}
