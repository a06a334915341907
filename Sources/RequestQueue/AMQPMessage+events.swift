import AMQP
import VerificationCore

extension AMQPMessage {
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
