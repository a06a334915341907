import AMQP
import Foundation
import Logging
import Queue
import Synchronization
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

/// RabbitMQ with queues that belong to one test.
final class BrokerHarness: RequestQueueHarness {
    /// When these tests put a request aside.
    static let now = Timestamp(microseconds: 1_767_225_600_000_000)

    let configuration: AMQPConfiguration
    let topology: QueueTopology
    let requests: AMQPJobPublisher
    let client: AMQPClient
    /// The workers of which inboxes think that they live, or have died.
    let workers = InMemoryWorld()
    /// Publishes whatever a stranger might.
    let stranger: AMQPPublisher
    private let runs = Mutex<[ObjectIdentifier: Task<Void, Never>]>([:])

    var publisher: any JobPublisher { requests }
    var overview: any BrokerProbe { AMQPBrokerProbe(configuration, topology: topology) }
    var deadLetters: any DeadLetters { dead }
    var dead: DeadLetterQueue { DeadLetterQueue(configuration, topology: topology) }
    var retrySchedule: RetrySchedule { topology.retrySchedule }

    fileprivate init(patience: Duration?, heartbeat: Duration?) throws {
        var configuration = try AMQPConfiguration(urls: TestVariable.value(of: "AMQP_URL"))
        if let patience {
            configuration.handshakeDeadline = patience
            configuration.rpcDeadline = patience
            configuration.callDeadline = patience
        }
        if let heartbeat { configuration.heartbeat = heartbeat }
        self.configuration = configuration
        topology = QueueTopology(
            prefix: "test-\(UUID().uuidString.lowercased()).",
            retrySchedule: RetrySchedule([.milliseconds(200), .seconds(1)]),
            eventSchedule: EventSchedule([.milliseconds(200), .seconds(1)]))
        requests =
            if let patience {
                AMQPJobPublisher(configuration, topology: topology, of: .requests, patience: patience, logger: .silent)
            } else {
                AMQPJobPublisher(configuration, topology: topology, of: .requests, logger: .silent)
            }
        client = AMQPClient(configuration)
        stranger = AMQPPublisher(configuration, topology: topology.declarations)
    }

    func put(_ body: [UInt8], type: String?, contentType: String?) async throws {
        try await put(AMQPMessage(body: body, contentType: contentType, type: type))
    }

    /// Publishes any message where producers publish.
    func put(_ message: AMQPMessage) async throws {
        try await stranger.publish(
            message, exchange: topology.exchange, routingKey: QueueTopology.requestKey, within: .seconds(30))
    }

    func openInbox() async throws -> any JobInbox {
        try await openInbox(random: { .random(in: .min ... .max) })
    }

    /// An inbox whose requests wait in the retry queues for as long as this `random` says.
    func openInbox(
        random: @escaping @Sendable () -> UInt64
    ) async throws -> any JobInbox {
        let inbox = AMQPJobInbox(
            configuration, topology: topology, of: .requests, workers: workers, random: random, now: { Self.now },
            logger: .silent)
        let run = Task { await inbox.run() }
        runs.withLock { $0[ObjectIdentifier(inbox)] = run }
        for await state in inbox.states() where state == .ready { return inbox }
        throw CancellationError()
    }

    func close(_ inbox: any JobInbox) async {
        guard let inbox = inbox as? AMQPJobInbox else { return }
        await inbox.close()
        await runs.withLock { $0.removeValue(forKey: ObjectIdentifier(inbox)) }?.value
    }

    func crash(_ inbox: any JobInbox) async {
        guard let inbox = inbox as? AMQPJobInbox else { return }
        let run = runs.withLock { $0.removeValue(forKey: ObjectIdentifier(inbox)) }
        run?.cancel()
        await run?.value
    }

    func elapse(_ span: Duration) async {}

    func nextDead() async throws -> InMemoryQueue.DeadMessage {
        let message = try await nextDeadMessage().message
        func word(_ header: String) throws -> String { try #require(message.headers[header]?.stringValue) }
        let letter = DeadLetter(
            try #require(DeadLetter.Reason(rawValue: word(MessageHeader.reason))),
            detail: message.headers[MessageHeader.detail]?.stringValue)
        return InMemoryQueue.DeadMessage(
            body: message.body, letter: letter,
            firstError: try #require(ErrorCode(header: word(MessageHeader.firstError))),
            lastError: try #require(ErrorCode(header: word(MessageHeader.lastError))))
    }

    /// Takes the oldest dead message, waiting for it if need be.
    func nextDeadMessage() async throws -> AMQPDelivery {
        let consumer = AMQPConsumer(configuration, queue: topology.dead, prefetch: 1)
        async let run: Void = consumer.run()
        var batches = consumer.deliveries.makeAsyncIterator()
        let delivery = try #require(await batches.next()?.first)
        consumer.acknowledge(delivery)
        await consumer.close()
        await run
        return delivery
    }

    /// Runs a test with both publishers connected; they have ended when this returns or throws.
    fileprivate func whileConnected(_ test: (BrokerHarness) async throws -> Void) async throws {
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { await self.requests.run() }
            tasks.addTask { await self.stranger.run() }
            for await state in requests.states() where state == .ready { break }
            for await state in stranger.states() where state == .ready { break }
            try await test(self)
            tasks.cancelAll()
        }
    }

    /// Deletes the queues, when nobody is left who declares them again with a new connection.
    fileprivate func finish(afterRestart: Bool) async throws {
        let left = runs.withLock { runs in
            defer { runs = [:] }
            return runs
        }
        for run in left.values {
            run.cancel()
            await run.value
        }
        if afterRestart { try await BrokerControl.tell(.awaitDeadLettering) }
        for queue in topology.queues { try await client.delete(queue: queue) }
        await client.close()
    }
}

/// Runs a test on queues of its own, with its publisher connected, and deletes them afterwards, also if it fails.
///
/// A busy machine needs more patience with the broker than the program has; nil is the program's own, for tests of that.
/// A `heartbeat` shorter than the program's makes a silence short enough for a test.
/// A test that restarts the broker has to say so: deleted too early, its queues would take those of later tests along.
func withBroker(
    patience: Duration? = .seconds(30), heartbeat: Duration? = nil, restarting: Bool = false,
    _ test: (BrokerHarness) async throws -> Void
) async throws {
    let harness = try BrokerHarness(patience: patience, heartbeat: heartbeat)
    try await withCleanUp {
        try await harness.whileConnected(test)
    } cleanUp: {
        try await harness.finish(afterRestart: restarting)
    }
}

extension Logger {
    /// A logger that says nothing.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}
