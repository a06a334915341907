import AMQP
import VerificationCore

extension AMQPMessage {
    /// An event on its way to the worker that posts it.
    init(_ event: AppEvent) {
        self.init(
            body: EventCodec.encode(event), contentType: EventCodec.contentType, type: EventCodec.messageType,
            messageID: event.id, appID: event.app.name, timestamp: UInt64(clamping: event.at.milliseconds / 1_000))
    }

    /// The same event for a queue in which it waits.
    func waiting(afterTries tries: Int, putOffs: Int) -> AMQPMessage {
        var copy = self
        copy.isPersistent = true
        copy.expiration = nil
        copy.replyTo = nil
        copy.correlationID = nil
        copy.headers = [MessageHeader.tries: .integer(Int64(tries)), MessageHeader.putOffs: .integer(Int64(putOffs))]
        return copy
    }
}
