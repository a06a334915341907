import Connections
import Logging
import VerificationCore

/// Writes the facts that people look for in the log of a process.
package final class FactLog: Sendable {
    private let logger: Logger
    private let losses = OncePerSecond()
    private let lockedSecrets = OncePerSecond()

    package init(_ logger: Logger) {
        self.logger = logger
    }

    /// Writes a line for a fact that deserves one.
    package func hear(_ fact: Fact, at now: Timestamp) {
        switch fact {
        case .handled(let handled): log(handled)
        case .recordLost(let record, let trace, let reason): log(lost: record, trace: trace, because: reason)
        case .eventHandled(.givenUp(let reason), let app?): log(reason, of: app)
        case .eventHandled(.lackedKey, let app?): logLockedSecret(of: app)
        case .started, .turnedAway, .notQueued, .checked, .appVerified, .pushed, .checkLackedKey, .canceled, .decided,
            .called, .failedOver, .recorded, .settled, .receiptSaved, .eventHandled:
            break
        }
    }

    /// At a level that no busy installation has on.
    private func log(_ handled: HandledRequest) {
        guard let request = handled.request else { return }
        logger.debug(
            "handled",
            metadata: metadata(of: request, handled.trace).merging([
                LogKeys.outcome: .string(handled.settlement.outcome),
                LogKeys.duration: .stringConvertible(handled.took),
            ]) { $1 })
    }

    /// After the lease the message counts as unknown.
    private func log(lost record: SendRecord, trace: TraceContext?, because reason: String) {
        var metadata = metadata(of: record.order.message.verification, trace)
        metadata[LogKeys.error] = "\(reason)"
        logger.error("an outcome cannot be recorded", metadata: metadata)
    }

    /// Whom a line is about.
    private func metadata(of verification: VerificationID, _ trace: TraceContext?) -> Logger.Metadata {
        var metadata: Logger.Metadata = [LogKeys.verification: "\(verification)"]
        guard let trace else { return metadata }
        metadata[LogKeys.traceID] = "\(trace.traceID)"
        metadata[LogKeys.spanID] = "\(trace.spanID)"
        return metadata
    }

    /// A line a second at most: a dead endpoint may have left a hundred thousand events.
    private func log(_ loss: EventSchedule.Reason, of app: AppID) {
        guard let count = losses.note(at: .now) else { return }
        logger.warning(
            "events abandoned",
            metadata: [
                LogKeys.reason: "\(loss.rawValue)", LogKeys.count: .stringConvertible(count), LogKeys.app: "\(app)",
            ])
    }

    private func logLockedSecret(of app: AppID) {
        guard let count = lockedSecrets.note(at: .now) else { return }
        logger.error(
            "events wait: the key ring lacks the key of an endpoint's secret",
            metadata: [LogKeys.app: "\(app)", LogKeys.count: .stringConvertible(count)])
    }
}
