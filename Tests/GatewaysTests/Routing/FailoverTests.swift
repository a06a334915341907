import Gateways
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@Suite("Gateways that go away", .timeLimit(.minutes(10)))
struct FailoverTests {
    @Test("give their messages to the next gateway of the route, and nil when all are away")
    func next() async throws {
        let bench = try #require(try RouteBench("A", "B"))
        #expect(try await bench.name() == "A")
        try await bench.breakFirst()
        #expect(try await bench.name() == "B")
        try await bench.breakFirst()
        #expect(try await bench.permit() == nil)
        #expect(bench.permitNow() == nil)
        #expect(try await bench.routes.permit(at: "A") == nil)
        bench.clock.advance(by: .seconds(2))
        #expect(try await bench.name() == "A")
        #expect(bench.routes.gateways.allSatisfy { $0.inFlight == 0 && $0.waiting == 0 })
    }

    @Test("send on who waits for a place, as soon as their breaker opens")
    func sentOn() async throws {
        let bench = try #require(try RouteBench("A", "B", places: 5))
        var held: [GatewayPermit] = []
        for _ in 0..<5 { held.append(try #require(try await bench.permit())) }
        let waiting = (0..<20).map { _ in Task { try await bench.name() } }
        await bench.routes.gateways[0].waiters(20)
        for permit in held { permit.report(.refused(reason: "down", .forNow), took: .zero) }
        for task in waiting { #expect(try await task.value == "B") }
        for permit in held { permit.release() }
        #expect(bench.routes.gateways.allSatisfy { $0.inFlight == 0 && $0.waiting == 0 })
    }

    @Test("send on who waits, when another worker tells of an opening or an operator switches them off")
    func told() async throws {
        for isOff in [true, false] {
            let clock = SteppingClock()
            let registry = MemoryRegistry(clock)
            let bench = try #require(try RouteBench("A", "B", places: 1, clock: clock))
            let held = try #require(try await bench.permit())
            let waiting = (0..<20).map { _ in Task { try await bench.name() } }
            await bench.routes.gateways[0].waiters(20)
            if isOff {
                registry.put(GatewaySwitch(isOff: true), of: "A")
            } else {
                let other = try #require(try RouteBench("A", "B", clock: clock))
                try await other.breakFirst()
                other.routes.exchange(with: registry, as: 1)
            }
            bench.routes.exchange(with: registry)
            for task in waiting { #expect(try await task.value == "B") }
            held.release()
            registry.put(.untouched, of: "A")
            clock.advance(by: .seconds(2))
            bench.routes.exchange(with: registry)
            #expect(try await bench.name() == "A", "it is back")
        }
    }

    @Test("let a single message try when they are half open, and the others go on to the next gateway")
    func halfOpen() async throws {
        let bench = try #require(try RouteBench("A", "B"))
        try await bench.breakFirst()
        bench.clock.advance(by: .seconds(2))
        for _ in 0..<3 {
            let trial = try #require(try await bench.permit())
            #expect(trial.gateway.name == "A")
            for _ in 0..<10 { #expect(try await bench.name() == "B") }
            trial.report(.accepted(id: nil), took: .zero)
            trial.release()
        }
        let held = [try await bench.permit(), try await bench.permit()]
        #expect(held.map { $0?.gateway.name } == ["A", "A"], "closed again")
        for permit in held { permit?.release() }
    }

    @Test("let the next message try when a trial's place is given back without a call")
    func unusedTrial() async throws {
        let bench = try #require(try RouteBench("A"))
        try await bench.breakFirst()
        #expect(try await bench.permit() == nil)
        bench.clock.advance(by: .seconds(2))
        let trial = try #require(try await bench.permit())
        let waiting = Task { try await bench.permit() }
        await bench.routes.gateways[0].waiters(1)
        trial.release()
        let next = try #require(try await waiting.value)
        let last = Task { try await bench.permit() }
        await bench.routes.gateways[0].waiters(1)
        next.report(.unknown(reason: "lost"), took: .zero)
        #expect(try await last.value == nil, "the trial failed, and there is no other gateway")
        next.release()
        #expect(bench.routes.gateways[0].inFlight == 0)
    }

    @Test("take no message while they are too busy, and then a single message first")
    func busy() async throws {
        let bench = try #require(try RouteBench("A"))
        try await bench.call(.throttled(after: .seconds(3)))
        let (admitted, admit) = AsyncStream<GatewayPermit?>.makeStream()
        for _ in 0..<9 { Task { admit.yield(try await bench.permit()) } }
        let gateway = bench.routes.gateways[0]
        await gateway.waiters(9)
        await bench.clock.sleepers(atLeast: 1)
        bench.clock.advance(by: .seconds(3) - .nanoseconds(1))
        #expect(gateway.waiting == 9 && gateway.inFlight == 0)
        bench.clock.advance(by: .nanoseconds(1))
        var permits = admitted.makeAsyncIterator()
        let first = try #require(await permits.next() ?? nil)
        #expect(gateway.waiting == 8 && gateway.inFlight == 1)
        first.report(.accepted(id: nil), took: .zero)
        first.release()
        for _ in 0..<8 { (await permits.next() ?? nil)?.release() }
        #expect(gateway.waiting == 0 && gateway.inFlight == 0)
    }

    @Test("are away when they are too busy for long, also for those who wait already")
    func longBusy() async throws {
        let bench = try #require(try RouteBench("A", places: 1))
        let held = try #require(try await bench.permit())
        let waiting = Task { try await bench.permit() }
        await bench.routes.gateways[0].waiters(1)
        held.report(.throttled(after: .seconds(30)), took: .zero)
        #expect(try await waiting.value == nil)
        held.release()
        #expect(try await bench.permit() == nil)
        bench.clock.advance(by: .seconds(30))
        #expect(try await bench.name() == "A")
    }

    @Test("are passed over while their connection is down, unless there is no other gateway")
    func linkDown() async throws {
        let linked = LinkedGateway(name: "A")
        let bench = try #require(try RouteBench([linked, RecordingGateway(name: "B")]))
        linked.isUp = false
        #expect(try await bench.name() == "B")
        #expect(bench.permitNow(besides: ["B"]) == nil)
        try await bench.breakFirst()
        #expect(try await bench.name() == "A", "the breaker of B is open")
        linked.isUp = true
        #expect(try await bench.name() == "A")
        let alone = try #require(try RouteBench([linked]))
        linked.isUp = false
        #expect(try await alone.name() == "A")
    }

    @Test("give a place at once or not at all, when the worker asks for the next gateway")
    func atOnce() async throws {
        let bench = try #require(try RouteBench("A", "B", "C", places: 1))
        let held = [try #require(bench.permitNow()), try #require(bench.permitNow(besides: ["A"]))]
        #expect(held.map(\.gateway.name) == ["A", "B"])
        #expect(bench.permitNow(besides: ["A", "B", "C"]) == nil)
        let last = try #require(bench.permitNow(besides: ["A"]))
        #expect(last.gateway.name == "C", "B is full")
        #expect(bench.permitNow(besides: ["A"]) == nil)
        for permit in held + [last] { permit.release() }
        bench.routes.turnAway()
        #expect(bench.permitNow() == nil)
        await #expect(throws: CancellationError.self) { try await bench.permit() }
        await #expect(throws: CancellationError.self) { try await bench.routes.permit(at: "B") }
    }

    @Test("wait for a place at the only gateway that may have the message already")
    func sameGateway() async throws {
        let bench = try #require(try RouteBench("A", "B", places: 1))
        let held = try #require(try await bench.routes.permit(at: "B"))
        let waiting = Task { try await bench.routes.permit(at: "B") }
        await bench.routes.gateways[1].waiters(1)
        held.release()
        let permit = try #require(try await waiting.value)
        #expect(permit.gateway.name == "B")
        permit.release()
        #expect(try await bench.routes.permit(at: "gone") == nil)
    }
}

/// A gateway with a connection that is up or down as the test says.
private final class LinkedGateway: ConnectedGateway {
    let name: String
    let honorsIdempotencyKeys = false
    private let link = Mutex<Bool?>(true)

    init(name: String) { self.name = name }

    var isUp: Bool? {
        get { link.withLock { $0 } }
        set { link.withLock { $0 = newValue } }
    }

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome { .accepted(id: nil) }
    func run() async {}
    func probe(within limit: Duration) async -> GatewayProbe { .answers("here") }
    func shutdown() async {}
}
