import Logging
import Synchronization
import VerificationCore

/// What the exporter writes to the log: the beginning and the end of an outage, and once that spans were rejected.
final class SpanLog: Sendable {
    private struct State {
        var isWell = true
        var hasToldOfRejections = false
    }

    private let logger: Logger
    private let state = Mutex(State())

    init(_ logger: Logger) {
        self.logger = logger
    }

    func note(_ answer: OTLPAnswer) {
        switch answer {
        case .taken(let rejected, let reason):
            if becomes(well: true) { logger.notice("spans are sent again") }
            if rejected > 0 || reason != nil { noteRejected(rejected, because: reason) }
        case .refused(let status), .busy(let status, _): noteFailure("status \(status)")
        case .unanswered(let reason): noteFailure(reason)
        }
    }

    private func noteFailure(_ reason: String) {
        guard becomes(well: false) else { return }
        logger.warning("spans cannot be sent; requests go on without", metadata: [LogKeys.error: "\(reason)"])
    }

    /// Once in the life of the process: a receiver that rejects spans rejects them always.
    private func noteRejected(_ count: Int, because reason: String?) {
        let isFirst = state.withLock { state in
            defer { state.hasToldOfRejections = true }
            return !state.hasToldOfRejections
        }
        guard isFirst else { return }
        logger.warning(
            "the receiver of spans has rejected some",
            metadata: [LogKeys.count: .stringConvertible(count), LogKeys.error: "\(reason?.prefix(200) ?? "")"])
    }

    /// Whether this is a change.
    private func becomes(well isWell: Bool) -> Bool {
        state.withLock { state in
            defer { state.isWell = isWell }
            return state.isWell != isWell
        }
    }
}
