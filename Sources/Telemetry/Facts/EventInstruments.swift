import Metrics
import VerificationCore

/// What a worker counts of events.
struct EventInstruments: Sendable {
    private static let outcomes = ["told", "failed", "put_off", "gone", "too_old", "no_endpoint", "unreadable"]

    private let outcomes: [String: Counter]

    init(factory: any MetricsFactory) {
        outcomes = Dictionary(
            uniqueKeysWithValues: Self.outcomes.map {
                ($0, Counter(label: "verifyd_events_total", dimensions: [("outcome", $0)], factory: factory))
            })
    }

    func count(_ outcome: EventOutcome) { outcomes[outcome.label]?.increment() }
}

extension EventOutcome {
    fileprivate var label: String {
        switch self {
        case .told: "told"
        case .failed: "failed"
        case .putOff, .lackedKey: "put_off"
        case .givenUp(.gone): "gone"
        case .givenUp(.tooOld): "too_old"
        case .givenUp(.noEndpoint): "no_endpoint"
        case .givenUp(.unreadable): "unreadable"
        }
    }
}
