import AMQP
import Logging
import Queue
import Synchronization
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

/// The queue of receipts on RabbitMQ, among the queues of one test.
final class ReceiptBroker: JobQueueHarness {
    let receipts: AMQPJobPublisher
    private let broker: BrokerHarness
    private let runs = Mutex<[ObjectIdentifier: Task<Void, Never>]>([:])

    fileprivate init(_ broker: BrokerHarness) {
        self.broker = broker
        receipts = AMQPJobPublisher(
            broker.configuration, topology: broker.topology, of: .receipts, patience: .seconds(30), logger: .silent)
    }

    var publisher: any JobPublisher { receipts }

    func put(_ body: [UInt8], type: String?, contentType: String?) async throws {
        try await broker.stranger.publish(
            AMQPMessage(body: body, contentType: contentType, type: type), exchange: broker.topology.exchange,
            routingKey: QueueTopology.receiptKey, within: .seconds(30))
    }

    func openInbox() async throws -> any JobInbox {
        // One message at a time, so that two inboxes share what there is.
        let inbox = AMQPJobInbox(
            broker.configuration, topology: broker.topology, of: .receipts, prefetch: 1, movingBy: receipts,
            workers: broker.workers, random: { 0 }, now: { BrokerHarness.now }, logger: .silent)
        let run = Task { await inbox.run() }
        runs.withLock { $0[ObjectIdentifier(inbox)] = run }
        for await state in inbox.states() where state == .ready { return inbox }
        throw CancellationError()
    }

    func crash(_ inbox: any JobInbox) async {
        guard let inbox = inbox as? AMQPJobInbox else { return }
        let run = runs.withLock { $0.removeValue(forKey: ObjectIdentifier(inbox)) }
        run?.cancel()
        await run?.value
    }

    func nextDead() async throws -> InMemoryQueue.DeadMessage { try await broker.nextDead() }

    fileprivate func whileConnected(_ test: (ReceiptBroker) async throws -> Void) async throws {
        let publishing = Task { await receipts.run() }
        for await state in receipts.states() where state == .ready { break }
        let result = await Result.catching { try await test(self) }
        let left = runs.withLock { $0.values }
        for run in [publishing] + left {
            run.cancel()
            await run.value
        }
        try result.get()
    }
}

extension BrokerHarness {
    /// Runs a test with a connected publisher of receipts; all that it opened has ended when this returns or throws.
    func withReceipts(_ test: (ReceiptBroker) async throws -> Void) async throws {
        try await ReceiptBroker(self).whileConnected(test)
    }
}
