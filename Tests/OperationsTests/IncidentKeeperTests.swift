import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Keeping incidents")
struct IncidentKeeperTests {
    let world = InMemoryWorld()
    let watch: SituationWatch
    let keeper: IncidentKeeper
    var clock: ManualClock { world.clock }

    init() { (watch, keeper) = Self.dashboard(of: world) }

    /// A dashboard with two gateways; it knows of no earlier look.
    private static func dashboard(of world: InMemoryWorld) -> (SituationWatch, IncidentKeeper) {
        let clock = world.clock
        let keeper = IncidentKeeper(world, now: { clock.now })
        let queries = CachedQueries(
            broker: ScriptedBrokerProbe { [] }, workers: RegistryBehindDatabase(world), audit: world, tallies: world,
            marks: world, blocks: world, freshness: .zero, now: { clock.now })
        let list = GatewayList(
            members: ["a", "b"].map { .init(name: $0, kind: "sandbox", inFlight: 1, perSecond: nil) },
            routes: [GatewayRoute(target: RouteTargets(first: [.init("a"), .init("b")]))])
        return (
            SituationWatch(queries, gatewayList: list, now: { clock.now }, hear: { keeper.note($0) }), keeper
        )
    }

    @Test("the fake keeps every promise of a store of incidents, and marks what workers do")
    func promises() async throws {
        let world = InMemoryWorld()
        try await exerciseIncidents(world, audit: world, now: world.clock.now)
        let other = InMemoryWorld()
        try await exerciseMarks(
            other, other, now: { other.clock.now }, passing: { other.clock.advance(by: $0) })
    }

    @Test("an incident begins with the look that found it, lasts over a flicker, and ends when it was seen last")
    func life() async throws {
        try await turn("a", isOff: false, for: 10)
        let began = clock.now
        try await turn("a", isOff: true, for: 20)
        let open = try #require(try away("a").first)
        #expect(open.beganAt == began && !open.isAtLeast && open.ending == nil && open.worst.level == .degraded)
        try await turn("a", isOff: false, for: 50)
        try await turn("a", isOff: true, for: 10)
        #expect(try away("a").count == 1)
        let last = clock.now - .seconds(5)
        try await turn("a", isOff: false, for: 70)
        let ended = try #require(try away("a").first)
        #expect(ended.ending?.at == last && ended.beganAt == began)
        #expect(ended.ending?.note.isEmpty == false)
    }

    @Test("an incident goes on while it is acknowledged")
    func acknowledged() async throws {
        try await turn("a", isOff: false, for: 10)
        try await turn("a", isOff: true, for: 10)
        let finding = try #require(await watch.look().judgement.findings.first { $0.rule == .gatewayAway })
        _ = try world.acknowledge(
            AcknowledgementDraft(
                rule: finding.rule.rawValue, level: finding.level.rank, subjects: finding.subjects, who: "anna",
                reason: "known", until: clock.now + .seconds(3_600)))
        await look(for: 120)
        #expect(await watch.look().judgement.acknowledged.map(\.finding.rule) == [.gatewayAway])
        #expect(try away("a").map(\.ending) == [nil])
    }

    @Test("an incident that began by a clock that was ahead never ends before its beginning")
    func clockAhead() async throws {
        try await turn("a", isOff: false, for: 10)
        try await turn("a", isOff: true, for: 10)
        clock.advance(by: .seconds(-600))
        await look(for: 10)
        let incident = try #require(try away("a").first)
        #expect(incident.lastSeenAt >= incident.beganAt)
    }

    @Test("what only follows from an incident makes none")
    func followers() async throws {
        _ = try await world.pause(.requests, by: "anna", because: "test")
        try await world.add([
            Tally(TallyKey(.callRefused, in: Minute(clock.now), gateway: "a", reason: "busy"), count: 40)
        ])
        let overview = await watch.look()
        try #require(overview.judgement.followers.map(\.rule).contains(.gatewayFails))
        await keeper.write()
        let rules = try world.incidents(IncidentFilter(), before: nil, limit: 99).map(\.accusation.rule)
        #expect(rules.contains("requests-paused") && !rules.contains("gateway-fails"))
    }

    @Test("an outage of the database is kept with its true beginning when the database is back")
    func outage() async throws {
        try await turn("a", isOff: false, for: 10)
        let began = clock.now
        world.away = [.incidents, .verifications, .tallies]
        await look(for: 300)
        #expect(keeper.trouble != nil)
        world.away = []
        await look(for: 70)
        #expect(keeper.trouble == nil)
        let found = try world.incidents(IncidentFilter(rule: "database-away"), before: nil, limit: 9)
        #expect(found.count == 1)
        #expect(found.first?.beganAt == began && found.first?.ending?.at == began + .seconds(295))
    }

    @Test("two dashboards keep one incident, and a dashboard that comes later goes on with that of one that died")
    func severalDashboards() async throws {
        let other = Self.dashboard(of: world)
        try await turn("a", isOff: true, for: 10)
        _ = await other.0.look()
        await other.1.write()
        #expect(try away("a").count == 1)
        // Both die, and half an hour later a third looks.
        clock.advance(by: .seconds(1_800))
        let third = Self.dashboard(of: world)
        for _ in 0..<60 { await step(third) }
        #expect(try away("a").map(\.ending) == [nil])
        let last = try #require(try away("a").first?.lastSeenAt)
        clock.advance(by: .seconds(1_800))
        try await world.turn("a", isOff: false)
        let fourth = Self.dashboard(of: world)
        await step(fourth)
        #expect(try away("a").map(\.ending) == [nil], "some rules need minutes of looks until they hold")
        for _ in 0..<40 { await step(fourth) }
        #expect(try away("a").map(\.ending) == [Incident.Ending(at: last, note: IncidentReport.unwatched)])
    }

    private func away(_ gateway: String) throws -> [Incident] {
        try world.incidents(IncidentFilter(rule: "gateway-away"), before: nil, limit: 99).filter {
            $0.accusation.subject == gateway
        }
    }

    private func turn(_ gateway: String, isOff: Bool, for seconds: Int) async throws {
        try await world.turn(gateway, isOff: isOff)
        await look(for: seconds)
    }

    private func look(for seconds: Int) async {
        for _ in 0..<seconds / 5 { await step((watch, keeper)) }
    }

    private func step(_ dashboard: (watch: SituationWatch, keeper: IncidentKeeper)) async {
        _ = await dashboard.watch.look()
        await dashboard.keeper.write()
        clock.advance(by: .seconds(5))
    }
}

/// A registry that lies in the database which a test takes away.
///
/// What a test switches off has an open circuit here: a gateway that an operator switches off is no fault.
private struct RegistryBehindDatabase: PassingRegistry {
    let next: InMemoryWorld

    init(_ next: InMemoryWorld) { self.next = next }

    func gateways() async throws(StoreError) -> GatewayOverview {
        if next.away.contains(.verifications) { throw .unavailable }
        let overview = try await next.gateways()
        return GatewayOverview(
            workers: overview.workers,
            gateways: Dictionary(
                uniqueKeysWithValues: overview.gateways.map { name, entry in
                    let notice = BreakerNotice(
                        gateway: name, generation: 1, state: .open, remaining: .seconds(9), reason: "half-failed")
                    return (name, entry.control.isOff ? GatewayStatuses.Entry(notice: notice) : entry)
                }))
    }
}
