import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@testable import Verifications

@Suite("What a worker counts of events")
struct EventTallyTests {
    private let world = InMemoryWorld()
    private let buffer = TallyBuffer()

    @Test("each call of an endpoint counts with its answer, and each event that is put off or given up, by app")
    func counts() async throws {
        let app = try #require(AppID("demo"))
        let secret = "whsec_" + String(repeating: "AAAA", count: 8)
        var demo = App(id: app, displayName: "Demo")
        demo.endpoint = EventEndpoint(
            url: "https://demo.example", secret: try #require(StoreBench.ring.seal(endpointSecret: secret, of: app)))
        world.put(demo)
        let failure = EventAnswer.answered(status: 503, retryAfter: nil)
        let caller = ScriptedCaller([
            .answered(status: 204, retryAfter: nil), failure, failure, failure, .unanswered(reason: "timeout"),
            .unanswered(reason: "Careless reason!"),
        ])
        let poster = poster(caller)
        let event = try delivery(of: app)
        // After five failures in a row the breaker is open, and the seventh event is put off without a call.
        for _ in 1...7 { _ = await poster.handle(event) }
        _ = await poster.handle(try delivery(of: try #require(AppID("gone"))))
        _ = await poster.handle(JobDelivery(body: [], properties: .init(), handle: 0))
        let counted = buffer.take().map { tally in
            [tally.key.kind.rawValue, tally.key.app, tally.key.reason, "\(tally.count)"].joined(separator: " ")
        }
        #expect(
            counted.sorted() == [
                "event-failed demo other 1", "event-failed demo status-503 3", "event-failed demo timeout 1",
                "event-given-up  unreadable 1", "event-given-up gone no-endpoint 1", "event-put-off demo  1",
                "event-told demo  1",
            ])
    }

    private func poster(_ caller: ScriptedCaller) -> EventPoster {
        let clock = world.clock
        let ports = EventPorts(
            caller: caller, apps: world, keys: StoreBench.ring, schedule: EventSchedule(), now: { clock.now },
            facts: Facts(statistics: [buffer.hear]))
        let throttle = EndpointThrottle(.init(prefetch: 256), deadline: EventPoster.deadline, schedule: ports.schedule)
        return EventPoster(ports: ports, throttle: throttle)
    }

    private func delivery(of app: AppID) throws -> JobDelivery {
        let id = try StoreBench(workers: [world], now: world.clock.now).request().id
        let event = AppEvent(
            app: app, verification: id, sequence: 1, kind: .sent, status: .pending, at: world.clock.now)
        var properties = JobDelivery.Properties()
        properties.type = EventCodec.messageType
        return JobDelivery(
            body: EventCodec.encode(event), properties: properties, handle: 0)
    }
}

/// Answers calls by a script.
private final class ScriptedCaller: EventCaller {
    private let answers: Mutex<[EventAnswer]>

    init(_ answers: [EventAnswer]) { self.answers = Mutex(answers) }

    func post(_ call: EventCall, deadline: Duration) async -> EventAnswer {
        answers.withLock { $0.isEmpty ? .unanswered(reason: "no-script") : $0.removeFirst() }
    }
}
