import Logging
import ServiceLifecycle
import Testing
import VerificationCore
import VerificationTesting

@testable import Verifications

@Suite("What takes events off the queue", .timeLimit(.minutes(10)))
struct EventPosterTests {
    @Test("dead-letters what it cannot read, with the reason, and acknowledges none of it")
    func unreadable() async throws {
        let world = InMemoryWorld()
        let queue = world.queue(of: .events)
        let messages = [
            ("verification.event.v2", "{}"), ("verification.event.v1", "{}"), (nil, "{}"),
            ("verification.event.v1", "no JSON"),
        ]
        for (type, body) in messages { queue.put(Array(body.utf8), type: type, contentType: nil) }
        let now = world.clock.now
        let ports = EventPorts(
            caller: NoCaller(), apps: world, keys: StoreBench.ring, schedule: EventSchedule(), now: { now })
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let gate = StoreGate(examine: world.examine, probe: .milliseconds(1), logger: logger)
        let worker = JobWorker(ports, from: queue.openInbox(prefetch: 256), gate: gate, logger: logger)
        let group = ServiceGroup(services: [worker], logger: logger)
        let running = Task { try await group.run() }
        await queue.idle()
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(
            queue.dead.map(\.letter.reason).sorted { $0.rawValue < $1.rawValue } == [
                .invalidMember, .notJSON, .unknownType, .unknownType,
            ])
    }
}

private struct NoCaller: EventCaller {
    func post(_ call: EventCall, deadline: Duration) async -> EventAnswer { .unanswered(reason: "no-script") }
}
