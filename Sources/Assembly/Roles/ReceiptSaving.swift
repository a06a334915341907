import RequestQueue
import Telemetry
import VerificationCore
import VerificationWorker

/// The way of receipts from the queue to the database.
struct ReceiptSaving {
    let service: ReceiptService
    let support: Support
    let vitals: Vitals

    /// `publisher` must run as long as the service does.
    init(_ adapters: Adapters, publisher: AMQPReceiptPublisher) {
        let inbox = AMQPReceiptInbox(
            adapters.broker, topology: adapters.topology, publisher: publisher, now: Machine.now,
            logger: adapters.logger)
        let (gate, service) = (
            adapters.gate,
            ReceiptService(inbox: inbox, store: adapters.store, gate: adapters.gate, logger: adapters.logger)
        )
        self.service = service
        support = Support(onEnd: { await inbox.close() }) {
            // As with requests: nothing is taken before the database answers and fits this program. When `opened`
            // throws, the process is stopping, and then `close` ends `run`.
            try? await gate.opened()
            await inbox.run()
        }
        vitals = Vitals(
            readings: [
                {
                    [
                        Adapters.connectionReading("consuming-receipts", isUp: inbox.isReady),
                        MetricReading("verifyd_receipts_in_hand", .gauge, [], Double(service.receiptsInHand)),
                    ]
                }
            ])
    }
}
