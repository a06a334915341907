import Metrics
import VerificationCore

/// What a worker counts; every counter is made once, because making one costs more than counting.
struct WorkerMetrics: Sendable {
    private static let verdicts = [
        "send", "duplicate", "limited", "refused", "expired", "leased", "settled", "key_reused", "id_reused",
        "id_ahead",
    ]
    private static let outcomes = ["accepted", "refused", "throttled", "unknown"]

    private let verdicts = Self.counters("verifyd_verdicts_total", "verdict", Self.verdicts)
    private let outcomes = Self.counters("verifyd_gateway_calls_total", "outcome", Self.outcomes)
    private let deadLetters = Self.counters(
        "verifyd_dead_letters_total", "reason", DeadLetter.Reason.allCases.map(\.rawValue))
    private let duration = Timer(label: "verifyd_gateway_call_seconds")

    func count(_ verdict: Verdict) { verdicts[verdict.word]?.increment() }

    func count(_ outcome: SendOutcome, took duration: Duration) {
        outcomes[outcome.word]?.increment()
        self.duration.record(duration: duration)
    }

    /// Counts a try that went on to another gateway; rare enough to make the counter each time.
    func failedOver(from gateway: String) {
        Counter(label: "verifyd_gateway_failovers_total", dimensions: [("gateway", gateway)]).increment()
    }

    func dead(_ reason: DeadLetter.Reason) { deadLetters[reason.rawValue]?.increment() }

    private static func counters(_ label: String, _ dimension: String, _ values: [String]) -> [String: Counter] {
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
        }
    }
}

extension SendOutcome {
    fileprivate var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused: "refused"
        case .throttled: "throttled"
        case .unknown: "unknown"
        }
    }
}
