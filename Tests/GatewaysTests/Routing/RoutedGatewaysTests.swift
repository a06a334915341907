import GatewayConformance
import Gateways
import Testing
import VerificationCore
import VerificationTesting

@Suite("Routed gateways", .timeLimit(.minutes(10)))
struct RoutedGatewaysTests {
    private let german = PhoneNumber(e164: "+4915112345678", region: "DE", callingCode: 49, kind: .mobile)
    private let austrian = PhoneNumber(e164: "+43660123456", region: "AT", callingCode: 43, kind: .mobile)
    private let clock = SteppingClock()

    private func gateway(_ name: String, maxInFlight: Int = 1, perSecond: Double? = nil) throws -> PacedGateway<
        SteppingClock
    > {
        try PacedGateway(
            gateway: RecordingGateway(name: name), maxInFlight: maxInFlight, perSecond: perSecond, clock: clock)
    }

    private func routes(
        _ first: PacedGateway<SteppingClock>, _ rest: PacedGateway<SteppingClock>
    ) throws -> RoutedGateways<SteppingClock> {
        let toFirst = GatewayRoute(prefix: PhonePrefix("+49"), target: RouteTargets(only: first))
        return RoutedGateways([first, rest], by: try RoutingTable([toFirst], rest: RouteTargets(only: rest)))
    }

    @Test("a gateway that is full holds up its own messages and no others")
    func full() async throws {
        let app = try #require(AppID("shop"))
        let (first, rest) = (try gateway("first"), try gateway("rest", maxInFlight: 2))
        let routes = try routes(first, rest)
        let held = try #require(await routes.permit(for: german, of: app))
        #expect(held.gateway.name == "first")
        let waiting = Task { try await routes.permit(for: german, of: app) }
        while first.waiting < 1 { await Task.yield() }
        let other = try #require(await routes.permit(for: austrian, of: app))
        #expect(other.gateway.name == "rest")
        #expect((first.inFlight, rest.inFlight) == (1, 1))
        held.release()
        try await waiting.value?.release()
        other.release()
        #expect((first.inFlight, rest.inFlight) == (0, 0))
    }

    @Test("a gateway that has used its second up holds up its own messages and no others")
    func paced() async throws {
        let app = try #require(AppID("shop"))
        let (first, rest) = (try gateway("first", maxInFlight: 9, perSecond: 1), try gateway("rest", maxInFlight: 9))
        let routes = try routes(first, rest)
        let used = try #require(await routes.permit(for: german, of: app))
        _ = await used.gateway.send(.sample(), deadline: .seconds(1))
        let waiting = Task { try await routes.permit(for: german, of: app) }
        await clock.sleepers(atLeast: 1)
        try await routes.permit(for: austrian, of: app)?.release()
        #expect((first.waiting, rest.waiting) == (1, 0))
        clock.advance(by: .seconds(1))
        try await waiting.value?.release()
    }

    @Test("a message that is better off elsewhere gets a place at the next gateway that is up, or none")
    func besides() async throws {
        let bench = try #require(try RouteBench("a", "b", "c"))
        func name(besides avoided: Set<String>) async throws -> String? {
            let entry = try await bench.routes.permit(
                for: RouteBench.phone, of: bench.app, besides: avoided, within: .seconds(1))
            defer { entry.permit?.release() }
            return entry.permit?.gateway.name
        }
        #expect(try await name(besides: ["a"]) == "b")
        #expect(try await name(besides: ["a", "b"]) == "c")
        #expect(try await name(besides: ["a", "b", "c"]) == nil)
        try await bench.breakFirst()
        #expect(try await name(besides: ["b"]) == "c", "the breaker of a is open")
        #expect(try await name(besides: ["b", "c"]) == nil)
    }

    @Test("a route that learns gives a gateway the part of its weight that it keeps, other routes the whole")
    func learns() async throws {
        let app = try #require(AppID("shop"))
        for (learns, first) in [(true, "b"), (false, "a")] {
            let (a, b) = (try gateway("a", maxInFlight: 9), try gateway("b", maxInFlight: 9))
            let targets = RouteTargets(first: [.init(a), .init(b)], learns: learns)
            let routes = RoutedGateways([a, b], by: RoutingTable(everythingTo: targets), chance: { 0.3 })
            #expect(routes.learners.map(\.name) == (learns ? ["a", "b"] : []))
            #expect(try await routes.permit(for: german, of: app)?.gateway.name == "a")
            routes.learn(["a": LearnedShare(percent: 10, reason: .comesBack)])
            #expect(try await routes.permit(for: german, of: app)?.gateway.name == first)
            routes.learn([:])
            #expect(try await routes.permit(for: german, of: app)?.gateway.name == "a")
        }
    }

    @Test("a worker that stops turns away those who wait at any of them")
    func turnedAway() async throws {
        let app = try #require(AppID("shop"))
        let (first, rest) = (try gateway("first"), try gateway("rest"))
        let routes = try routes(first, rest)
        let held = [try await routes.permit(for: german, of: app), try await routes.permit(for: austrian, of: app)]
        let waiting = [german, austrian].map { phone in Task { try await routes.permit(for: phone, of: app) } }
        while first.waiting + rest.waiting < 2 { await Task.yield() }
        routes.turnAway()
        for task in waiting { await #expect(throws: CancellationError.self) { _ = try await task.value } }
        for permit in held { permit?.release() }
    }
}
