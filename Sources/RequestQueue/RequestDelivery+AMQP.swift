import AMQP
import VerificationCore

extension RequestDelivery {
    /// A delivery as the core reads it; the receipt is the delivery itself.
    init(_ delivery: AMQPDelivery) {
        let message = delivery.message
        var properties = Properties()
        properties.type = message.type
        properties.contentType = message.contentType
        properties.isTooLarge = delivery.isTruncated
        properties.wantsAnswer = message.answerAddress != nil
        properties.context = message.headers[MessageHeader.traceparent]?.stringValue.flatMap(
            TraceContext.init(traceparent:))
        self.init(body: delivery.isTruncated ? [] : message.body, properties: properties, receipt: delivery)
    }
}
