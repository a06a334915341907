import Metrics
import Synchronization
import VerificationCore

/// Counts and times the calls of each gateway; the settings bound how many gateways there are.
final class GatewayInstruments: Sendable {
    private struct Instruments: Sendable {
        let outcomes: [String: Counter]
        let duration: Timer
    }

    private static let outcomes = ["accepted", "refused", "failed", "throttled", "unknown"]

    private let factory: any MetricsFactory
    private let known = Mutex<[String: Instruments]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    func count(_ call: EndedCall) {
        let instruments = instruments(of: call.gateway)
        instruments.outcomes[call.outcome.label]?.increment()
        instruments.duration.record(duration: call.took)
    }

    /// Counts a try that went on to another gateway; rare enough to make the counter each time.
    func failedOver(from gateway: String) {
        Counter(label: "verifyd_gateway_failovers_total", dimensions: [("gateway", gateway)], factory: factory)
            .increment()
    }

    private func instruments(of gateway: String) -> Instruments {
        known.withLock { known in
            if let instruments = known[gateway] { return instruments }
            let outcomes = Self.outcomes.map { outcome in
                let labels = [("gateway", gateway), ("outcome", outcome)]
                return (
                    outcome, Counter(label: "verifyd_gateway_calls_total", dimensions: labels, factory: factory)
                )
            }
            let instruments = Instruments(
                outcomes: Dictionary(uniqueKeysWithValues: outcomes),
                duration: Timer(
                    label: "verifyd_gateway_call_seconds", dimensions: [("gateway", gateway)], factory: factory))
            known[gateway] = instruments
            return instruments
        }
    }
}

extension SendOutcome {
    /// A refusal for good is about the message or the account; the gateway itself works.
    var label: String {
        switch self {
        case .accepted: "accepted"
        case .refused(_, .byThisGateway), .refused(_, .byEveryGateway): "refused"
        case .refused(_, .forNow): "failed"
        case .throttled: "throttled"
        case .unknown: "unknown"
        }
    }
}
