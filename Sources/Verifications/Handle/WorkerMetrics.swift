import Metrics
import VerificationCore

/// What a worker counts; every counter is made once, because making one costs more than counting.
struct WorkerMetrics: Sendable {
    private static let verdicts = [
        "send", "duplicate", "limited", "refused", "expired", "leased", "settled", "key_reused", "id_reused",
        "id_ahead",
    ]
    private static let endings: [VerificationStatus] = [.refused, .expired, .failed]

    private let verdicts = Self.counters("verifyd_verdicts_total", by: "verdict", values: Self.verdicts)
    private let endings = Self.counters("verifyd_outcomes_total", by: "status", values: Self.endings.map(\.rawValue))
    private let calls = GatewayCallMetrics()
    private let wait = Timer(label: "verifyd_job_wait_seconds")
    private let durations = Dictionary(
        uniqueKeysWithValues: Settlement.outcomes.map {
            ($0, Timer(label: "verifyd_job_duration_seconds", dimensions: [("outcome", $0)]))
        })

    func count(_ verdict: Verdict, on request: VerificationRequest) {
        verdicts[verdict.word]?.increment()
        if let status = verdict.ending(of: request) { endings[status.rawValue]?.increment() }
        // A later try has waited in a retry queue, which is no sign of slow workers.
        guard case .send(let order) = verdict, order.tries == 1 else { return }
        // A backend that publishes by itself may have a clock that is ahead.
        wait.record(duration: max(.zero, order.decidedAt - request.requestedAt))
    }

    func count(_ outcome: SendOutcome, at gateway: String, took duration: Duration) {
        calls.count(outcome, at: gateway, took: duration)
    }

    /// Counts a verification that ends because its first message cannot be sent.
    func failed() { endings[VerificationStatus.failed.rawValue]?.increment() }

    /// Counts a try that went on to another gateway; rare enough to make the counter each time.
    func failedOver(from gateway: String) {
        Counter(label: "verifyd_gateway_failovers_total", dimensions: [("gateway", gateway)]).increment()
    }

    /// Times a request that has left the worker.
    func left(_ settlement: Settlement, after duration: Duration) {
        durations[settlement.outcome]?.record(duration: duration)
    }

    private static func counters(_ label: String, by dimension: String, values: [String]) -> [String: Counter] {
        Dictionary(uniqueKeysWithValues: values.map { ($0, Counter(label: label, dimensions: [(dimension, $0)])) })
    }
}

extension Verdict {
    fileprivate var word: String {
        switch self {
        case .send: "send"
        case .duplicate: "duplicate"
        case .limited: "limited"
        case .refused: "refused"
        case .expired: "expired"
        case .leased: "leased"
        case .known: "settled"
        case .keyReused: "key_reused"
        case .idReused: "id_reused"
        case .idAhead: "id_ahead"
        case .outdated: "outdated"
        }
    }

    /// How the verdict ends the request's own verification.
    ///
    /// Nil also for a request that a limit holds while an earlier verification of the phone goes on.
    fileprivate func ending(of request: VerificationRequest) -> VerificationStatus? {
        switch self {
        case .limited(let reached): reached.verification == request.id ? .refused : nil
        case .refused: .refused
        case .expired: .expired
        case .send, .duplicate, .leased, .known, .keyReused, .idReused, .idAhead, .outdated: nil
        }
    }
}
