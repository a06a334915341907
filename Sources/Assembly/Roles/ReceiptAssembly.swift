import Queue
import Telemetry
import VerificationCore
import Verifications

/// The way of receipts in this process: from providers' calls and connections to the queue.
struct ReceiptAssembly {
    let publisher: AMQPJobPublisher
    /// For the API.
    let intake: ReceiptIntake
    let supports: [Support]
    let vitals: Vitals

    /// `isNeeded`: whether this process publishes receipts also when no provider calls it.
    init(_ adapters: Adapters, isNeeded: Bool) throws {
        let publisher = adapters.makePublisher(of: .receipts)
        let sources = try adapters.settings.receiptSources()
        self.publisher = publisher
        intake = ReceiptIntake(sources, queue: publisher, now: adapters.now)
        guard isNeeded || !sources.isEmpty else {
            (supports, vitals) = ([], Vitals())
            return
        }
        supports = [Support { await publisher.run() }]
        vitals = Vitals(
            readings: [{ [Adapters.connectionReading("publishing-receipts", isUp: publisher.isReady)] }])
    }

    /// Puts a receipt on the queue; false when the provider has to send it again.
    var keeps: @Sendable (GatewayReceipt) async -> Bool {
        { [publisher] receipt in
            do throws(QueueError) {
                try await publisher.publish(.receipts([receipt]))
                return true
            } catch {
                // Whatever the reason, the provider keeps the receipt.
                return false
            }
        }
    }
}
