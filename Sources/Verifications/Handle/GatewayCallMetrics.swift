import Metrics
import Synchronization
import VerificationCore

/// Counts and times the calls of each gateway; the settings bound how many gateways there are.
final class GatewayCallMetrics: Sendable {
    private struct Instruments: Sendable {
        let outcomes: [String: Counter]
        let duration: Timer
    }

    private static let outcomes = ["accepted", "refused", "failed", "throttled", "unknown"]

    private let known = Mutex<[String: Instruments]>([:])

    func count(_ outcome: SendOutcome, at gateway: String, took duration: Duration) {
        let instruments = instruments(of: gateway)
        instruments.outcomes[outcome.word]?.increment()
        instruments.duration.record(duration: duration)
    }

    private func instruments(of gateway: String) -> Instruments {
        known.withLock { known in
            if let instruments = known[gateway] { return instruments }
            let outcomes = Self.outcomes.map { outcome in
                let labels = [("gateway", gateway), ("outcome", outcome)]
                return (outcome, Counter(label: "verifyd_gateway_calls_total", dimensions: labels))
            }
            let instruments = Instruments(
                outcomes: Dictionary(uniqueKeysWithValues: outcomes),
                duration: Timer(label: "verifyd_gateway_call_seconds", dimensions: [("gateway", gateway)]))
            known[gateway] = instruments
            return instruments
        }
    }
}

extension SendOutcome {
    /// A refusal for good is about the message or the account; the gateway itself works.
    var word: String {
        switch self {
        case .accepted: "accepted"
        case .refused(_, .byThisGateway), .refused(_, .byEveryGateway): "refused"
        case .refused(_, .forNow): "failed"
        case .throttled: "throttled"
        case .unknown: "unknown"
        }
    }
}
