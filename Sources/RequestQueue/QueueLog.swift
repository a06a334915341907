import AMQP
import Logging
import VerificationCore

/// What this module says in the log, and how loudly.
///
/// Nothing is said of a message that goes its usual way.
struct QueueLog: Sendable {
    /// Which connection a line is about.
    enum Connection: String {
        case publishing
        case consuming
        /// The inbox's own, for what goes to the ladder, to the dead and to waiting callers.
        case moving
    }

    let logger: Logger

    /// Tells of a connection's ups and downs until the stream ends.
    func follow(_ states: AsyncStream<AMQPConnectionState>, of connection: Connection) async {
        for await state in states {
            let name = Logger.MetadataValue.string(connection.rawValue)
            switch state {
            case .connecting(let failure?):
                logger.warning(
                    "no connection to the broker",
                    metadata: [LogKeys.connection: name, LogKeys.error: "\(failure)"])
            case .ready:
                logger.info("connected to the broker", metadata: [LogKeys.connection: name])
            case .blocked:
                logger.warning("the broker takes no messages", metadata: [LogKeys.connection: name])
            case .connecting(nil), .closed:
                break
            }
        }
    }

    /// A message went to the dead.
    ///
    /// Its id is a stranger's text, and is told only if it is one of ours in form.
    func putAside(_ message: AMQPMessage, _ letter: DeadLetter) {
        var metadata: Logger.Metadata = [LogKeys.reason: "\(letter.reason.rawValue)"]
        metadata[LogKeys.detail] = letter.detail.map { "\($0)" }
        metadata[LogKeys.verification] = message.messageID.flatMap(VerificationID.init).map { "\($0)" }
        logger.warning("message put aside", metadata: metadata)
    }

    /// A message could not be moved yet, and stays where it is meanwhile.
    func couldNotMove(to queue: String, _ error: AMQPError) {
        logger.warning(
            "message not moved yet", metadata: [LogKeys.queue: "\(queue)", LogKeys.error: "\(error)"])
    }

    /// A deleted queue could not be declared again yet.
    func couldNotDeclare(_ error: AMQPError) {
        logger.warning("queues not declared", metadata: [LogKeys.error: "\(error)"])
    }
}
