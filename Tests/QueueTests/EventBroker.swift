import AMQP
import Queue
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

extension BrokerHarness {
    /// A worker's inbox of events and its publisher, which are not running yet.
    func makeEventQueue() -> (inbox: AMQPJobInbox, publisher: AMQPJobPublisher) {
        let publisher = AMQPJobPublisher(configuration, topology: topology, of: .events, logger: .silent)
        let inbox = AMQPJobInbox(
            configuration, topology: topology, of: .events, movingBy: publisher, workers: workers,
            random: { .random(in: 0 ... .max) }, now: { Self.now }, logger: .silent)
        return (inbox, publisher)
    }

    /// Runs a test with a connected publisher of events; it has ended when this returns or throws.
    func withEvents(_ test: (AMQPJobPublisher) async throws -> Void) async throws {
        let publisher = AMQPJobPublisher(configuration, topology: topology, of: .events, logger: .silent)
        let run = Task { await publisher.run() }
        for await state in publisher.states() where state == .ready { break }
        let result = await Result.catching { try await test(publisher) }
        run.cancel()
        await run.value
        try result.get()
    }
}

extension AppEvent {
    /// The event with this number.
    static func sample(_ number: Int) throws -> AppEvent {
        AppEvent(
            app: try #require(AppID("demo")), verification: try #require(VerificationRequest.sample(1)).id,
            sequence: number, kind: .sent, status: .pending, at: BrokerHarness.now)
    }
}
