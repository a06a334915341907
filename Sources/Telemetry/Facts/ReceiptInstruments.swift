import Metrics
import Synchronization
import VerificationCore

/// Counts the receipts that the store has got, by gateway and status.
final class ReceiptInstruments: Sendable {
    /// Further gateways count as `other`: an attacker who can write to the queue could make up names without end.
    private static let mostGateways = 100

    private let factory: any MetricsFactory
    private let counters = Mutex<[String: [DeliveryStatus: Counter]]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
    }

    func count(_ receipt: GatewayReceipt) {
        counters.withLock { counters in
            let isKnown = counters[receipt.gateway] != nil || counters.count < Self.mostGateways
            let gateway = isKnown ? receipt.gateway : "other"
            if counters[gateway] == nil { counters[gateway] = makeCounters(of: gateway) }
            counters[gateway]?[receipt.receipt.status]?.increment()
        }
    }

    private func makeCounters(of gateway: String) -> [DeliveryStatus: Counter] {
        Dictionary(
            uniqueKeysWithValues: DeliveryStatus.allCases.map {
                let labels = [("gateway", gateway), ("status", $0.rawValue)]
                return ($0, Counter(label: "verifyd_receipts_total", dimensions: labels, factory: factory))
            })
    }
}
