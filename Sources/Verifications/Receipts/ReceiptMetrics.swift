import Metrics
import Synchronization
import VerificationCore

/// Counts the receipts that the store has got, by gateway and status.
final class ReceiptMetrics: Sendable {
    /// Further gateways count as `other`: whoever may write to the queue could make up names without end.
    private static let mostGateways = 100

    private let counters = Mutex<[String: [DeliveryStatus: Counter]]>([:])
    private let deadLetters = DeadLetterCounters()

    func count(_ receipts: [GatewayReceipt]) {
        counters.withLock { counters in
            for receipt in receipts {
                let isKnown = counters[receipt.gateway] != nil || counters.count < Self.mostGateways
                let gateway = isKnown ? receipt.gateway : "other"
                if counters[gateway] == nil { counters[gateway] = Self.counters(of: gateway) }
                counters[gateway]?[receipt.receipt.status]?.increment()
            }
        }
    }

    func dead(_ reason: DeadLetter.Reason) { deadLetters.count(reason) }

    private static func counters(of gateway: String) -> [DeliveryStatus: Counter] {
        Dictionary(
            uniqueKeysWithValues: DeliveryStatus.allCases.map {
                let dimensions = [("gateway", gateway), ("status", $0.rawValue)]
                return ($0, Counter(label: "verifyd_receipts_total", dimensions: dimensions))
            })
    }
}
