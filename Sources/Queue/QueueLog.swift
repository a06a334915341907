import AMQP
import Connections
import Logging
import VerificationCore

/// What this module writes to the log, and at which level.
///
/// A message that is handled as usual gets no line.
struct QueueLog: Sendable {
    /// Which connection a line is about.
    enum Connection: String {
        case publishing
        case consuming
        /// The inbox's second connection, for messages to the retry queues, to the dead-letter queue and to waiting
        /// callers.
        case moving
        case publishingReceipts = "publishing-receipts"
        case consumingReceipts = "consuming-receipts"
        case puttingEvents = "putting-events"
        case takingEvents = "taking-events"

        /// The connection that publishes jobs of a kind.
        static func publishing(_ queue: WorkQueue) -> Connection {
            switch queue {
            case .requests: .publishing
            case .receipts: .publishingReceipts
            case .events: .puttingEvents
            }
        }

        /// The connection that takes jobs of a kind.
        static func consuming(_ queue: WorkQueue) -> Connection {
            switch queue {
            case .requests: .consuming
            case .receipts: .consumingReceipts
            case .events: .takingEvents
            }
        }
    }

    let logger: Logger
    private let troubles = OncePerSecond()
    private let renewals = OncePerSecond()

    init(logger: Logger) {
        self.logger = logger
    }

    /// Logs each change of a connection's state until the stream ends.
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
            case .blocked(let reason):
                logger.warning(
                    "the broker takes no messages",
                    metadata: [LogKeys.connection: name, LogKeys.reason: "\(reason)"])
            case .connecting(nil), .closed:
                break
            }
        }
    }

    /// A message went to the dead-letter queue.
    ///
    /// Its id is a stranger's text, so the line holds it only if it has the form of a verification's id.
    func deadLetter(_ message: AMQPMessage, with letter: DeadLetter) {
        var metadata: Logger.Metadata = [LogKeys.reason: "\(letter.reason.rawValue)"]
        metadata[LogKeys.detail] = letter.detail.map { "\($0)" }
        metadata[LogKeys.verification] = message.messageID.flatMap(VerificationID.init).map { "\($0)" }
        metadata[LogKeys.traceID] = message.traceContext.map { "\($0.traceID)" }
        metadata[LogKeys.spanID] = message.traceContext.map { "\($0.spanID)" }
        logger.warning("message dead-lettered", metadata: metadata)
    }

    /// A message could not be moved yet, and stays unsettled until then.
    ///
    /// While a broker takes nothing, a thousand messages fail at once, again and again. A line a second counts them.
    func couldNotMove(to queue: String, _ error: AMQPError) {
        guard let count = troubles.note(at: .now) else { return }
        logger.warning(
            "messages not moved yet",
            metadata: [LogKeys.count: .stringConvertible(count), LogKeys.queue: "\(queue)", LogKeys.error: "\(error)"])
    }

    /// A message came back so often that the broker would soon put it aside, and no worker died of it.
    func hasRenewed(in queue: String) {
        guard let count = renewals.note(at: .now) else { return }
        logger.notice(
            "messages came back again and again, though no worker died; the broker counts them anew",
            metadata: [LogKeys.count: .stringConvertible(count), LogKeys.queue: "\(queue)"])
    }

    /// A queue or an exchange exists with other settings than this process declares.
    ///
    /// The broker never changes a queue. An operator can empty and delete it; then the next connection makes it anew.
    func isOtherwise(_ mismatch: AMQPMismatch) {
        logger.warning(
            "the broker has this with other settings; it is used as it is, and made anew once somebody has emptied and deleted it",
            metadata: [LogKeys.queue: "\(mismatch.name)", LogKeys.error: "\(mismatch.reason)"])
    }

    /// A delivery was to be settled or answered by an inbox that never had it; it stays unsettled.
    func isForeign() {
        logger.error("a delivery of another inbox cannot be settled here")
    }

    /// A deleted queue could not be declared again yet.
    func couldNotDeclare(_ problem: BrokerError) {
        logger.warning("queues not declared", metadata: [LogKeys.error: "\(problem)"])
    }
}
