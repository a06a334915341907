import RequestQueue
import SessionStore
import Telemetry
import VerificationCore
import VerificationWorker

/// The way of receipts from the queue to the database.
struct ReceiptSaving {
    let service: ReceiptService
    let inbox: AMQPReceiptInbox
    let vitals: Vitals

    /// `publisher` must run as long as the service does.
    init(_ adapters: Adapters, publisher: AMQPReceiptPublisher) {
        let inbox = AMQPReceiptInbox(
            adapters.broker, topology: adapters.topology, publisher: publisher,
            workers: PostgresWorkerOverview(pool: adapters.pool), now: Machine.now, logger: adapters.logger)
        let service = ReceiptService(
            inbox: inbox, store: adapters.store, gate: adapters.gate, tallies: adapters.tallies, now: adapters.now,
            logger: adapters.logger)
        self.service = service
        self.inbox = inbox
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
