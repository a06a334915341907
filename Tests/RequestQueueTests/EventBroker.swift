import RequestQueue
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

extension BrokerHarness {
    /// A worker's queue of events, which is not running yet.
    func makeEventQueue() -> AMQPEventQueue {
        AMQPEventQueue(
            configuration, topology: topology, prefetch: 256, workers: workers, random: { .random(in: 0 ... .max) },
            now: { Self.now }, logger: .silent)
    }

    /// Runs a test with a queue of events that publishes and takes nothing; it has ended when this returns or throws.
    func withEvents(_ test: (AMQPEventQueue) async throws -> Void) async throws {
        let events = makeEventQueue()
        events.pause(for: .order)
        let run = Task { await events.run() }
        let result = await Result.catching {
            // It says nothing of its connection for publishing.
            while (try? await events.publish([try .sample(0)])) == nil { try Task.checkCancellation() }
            try await test(events)
        }
        await events.close()
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
