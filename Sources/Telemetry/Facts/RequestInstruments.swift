import Metrics
import VerificationCore

/// What a worker of requests counts and times.
struct RequestInstruments: Sendable {
    private static let verdicts = [
        "send", "duplicate", "limited", "refused", "expired", "leased", "settled", "key_reused", "id_reused",
        "id_ahead",
    ]
    private static let endings: [VerificationStatus] = [.refused, .expired, .failed]

    let gateways: GatewayInstruments
    private let verdicts: [String: Counter]
    private let endings: [VerificationStatus: Counter]
    private let wait: Timer
    private let apps: AppInstruments
    private let durations: [String: Timer]

    init(factory: any MetricsFactory) {
        gateways = GatewayInstruments(factory: factory)
        apps = AppInstruments(countsStarts: false, endings: Self.endings, factory: factory)
        verdicts = Dictionary(
            uniqueKeysWithValues: Self.verdicts.map {
                ($0, Counter(label: "verifyd_verdicts_total", dimensions: [("verdict", $0)], factory: factory))
            })
        endings = Dictionary(
            uniqueKeysWithValues: Self.endings.map {
                let labels = [("status", $0.rawValue)]
                return ($0, Counter(label: "verifyd_outcomes_total", dimensions: labels, factory: factory))
            })
        wait = Timer(label: "verifyd_job_wait_seconds", factory: factory)
        durations = Dictionary(
            uniqueKeysWithValues: Settlement.outcomes.map {
                let labels = [("outcome", $0)]
                return ($0, Timer(label: "verifyd_job_duration_seconds", dimensions: labels, factory: factory))
            })
    }

    func count(_ verdict: Verdict, on request: VerificationRequest) {
        verdicts[verdict.label]?.increment()
        let ending = verdict.ending(of: request)
        if let ending { endings[ending]?.increment() }
        apps.count(ending, of: request.app)
        // A later try has waited in a retry queue, which is no sign of slow workers.
        guard case .send(let order) = verdict, order.tries == 1 else { return }
        // A backend that publishes by itself may have a clock that is ahead.
        wait.record(duration: max(.zero, order.decidedAt - request.requestedAt))
    }

    /// Counts a verification that ends because its first message cannot be sent.
    func count(_ record: SendRecord) {
        guard case .failed = record.outcome, record.order.message.ordinal == 1 else { return }
        endings[.failed]?.increment()
        apps.count(.failed, of: record.request.app)
    }

    /// Times a request that has left the worker.
    func left(_ settlement: Settlement, after duration: Duration) {
        durations[settlement.outcome]?.record(duration: duration)
    }
}

extension Verdict {
    fileprivate var label: String {
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
