import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@testable import VerificationWorker

@Suite("What takes events off the queue", .timeLimit(.minutes(10)))
struct EventDelivererTests {
    @Test("puts aside what it cannot read, with the reason, and acknowledges none of it")
    func unreadable() async throws {
        let inbox = ScriptedEventInbox([
            ("verification.event.v2", "{}"), ("verification.event.v1", "{}"), (nil, "{}"),
            ("verification.event.v1", "no JSON"),
        ])
        let store = InMemoryVerificationStore()
        let now = store.clock.now
        let ports = EventPorts(
            outbox: store, publisher: InMemoryJobQueue(), inbox: inbox, caller: NoCaller(), apps: store,
            keys: StoreBench.ring,
            schedule: EventSchedule(), now: { now })
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let group = ServiceGroup(services: [EventDeliverer(ports, logger: logger)], logger: logger)
        let running = Task { try await group.run() }
        await inbox.settled.reaches(4)
        await group.triggerGracefulShutdown()
        try await running.value
        #expect(inbox.finished.count == 0)
        let reasons: [String?: Set<DeadLetter.Reason>] = [
            "verification.event.v2": [.unknownType], nil: [.unknownType],
            "verification.event.v1": [.invalidMember, .notJSON],
        ]
        #expect(inbox.buried == reasons)
    }
}

/// Hands out messages once, and remembers how they were settled.
private final class ScriptedEventInbox: EventInbox {
    let deliveries: AsyncStream<[EventDelivery]>
    let settled = CallCount()
    let finished = CallCount()
    private let continuation: AsyncStream<[EventDelivery]>.Continuation
    private let letters = Mutex<[String?: Set<DeadLetter.Reason>]>([:])

    init(_ messages: [(type: String?, body: String)]) {
        (deliveries, continuation) = AsyncStream.makeStream()
        continuation.yield(
            messages.map { type, body in
                var properties = RequestDelivery.Properties()
                properties.type = type
                return EventDelivery(body: Array(body.utf8), properties: properties, tries: 0, putOffs: 0, receipt: 0)
            })
    }

    /// The reasons for which messages of each type were put aside.
    var buried: [String?: Set<DeadLetter.Reason>] { letters.withLock { $0 } }

    func bury(_ delivery: EventDelivery, as letter: DeadLetter) async {
        letters.withLock { _ = $0[delivery.properties.type, default: []].insert(letter.reason) }
        settled.add()
    }

    func finish(_ delivery: EventDelivery) {
        finished.add()
        settled.add()
    }

    func putOff(_ delivery: EventDelivery, by pause: Duration, tries: Int, putOffs: Int) async { settled.add() }
    func giveBack(_ delivery: EventDelivery) { settled.add() }
    func stopTaking() async { continuation.finish() }
}

private struct NoCaller: EventCaller {
    func post(_ call: EventCall, deadline: Duration) async -> EventAnswer { .unanswered(reason: "no-script") }
}
