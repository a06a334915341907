import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("Switching gateways")
struct GatewayServiceTests {
    private let world = InMemoryWorld()
    private let list: GatewayList
    private let service: GatewayService
    private let anna: Operator
    private let viewer: Operator

    init() throws {
        let world = world
        let now: @Sendable () -> Timestamp = { world.clock.now }
        anna = Operator(name: try #require(OperatorName("anna")), role: .operator)
        viewer = Operator(name: try #require(OperatorName("vera")), role: .viewer)
        let members = ["main", "backup", "spare"].map {
            GatewayList.Member(name: $0, kind: "sandbox", inFlight: 10, perSecond: nil)
        }
        list = GatewayList(
            members: members,
            routes: [
                GatewayRoute(region: "DE", target: RouteTargets(first: [.init("main")])),
                GatewayRoute(
                    target: RouteTargets(first: [.init("main", weight: 3), .init("backup")], then: ["spare"])),
            ])
        service = GatewayService(
            list, statuses: CachedQuery(freshness: .zero, now: now) { try await world.gateways() },
            switches: world,
            tallies: world, audit: world, permits: Permits(audit: world), now: now)
    }

    @Test("switches a gateway for an operator, keeps its weight, and notes who did it and why")
    func switches() async throws {
        try await service.apply(.weight(7), to: "main", because: "test", by: anna)
        try await service.apply(.off, to: "main", because: "broken", by: anna)
        #expect(try await world.gateways().gateways["main"]?.control == GatewaySwitch(weight: 7, isOff: true))
        try await service.apply(.on, to: "main", because: "works", by: anna)
        try await service.apply(.weight(nil), to: "main", because: "works", by: anna)
        #expect(try await world.gateways().gateways["main"]?.control == .untouched)
        let lines = try world.auditLines(before: nil, limit: 10).map(\.entry)
        #expect(await service.history.look().value?.switchOff(of: "main") == nil, "it is on again")
        try await service.apply(.off, to: "spare", because: "dear", by: anna)
        try await service.apply(.weight(2), to: "spare", because: "later", by: anna)
        let off = await service.history.look().value?.switchOff(of: "spare")
        #expect(off?.entry.actor == "anna" && off?.entry.reason == "dear")
        #expect(lines.allSatisfy { $0.actor == "anna" && $0.action == .switchGateway && $0.result == .done })
        #expect(
            lines.map(\.subject) == [
                "gateway main: weight of the settings", "gateway main: on", "gateway main: off",
                "gateway main: weight 7",
            ])
        #expect(lines.map(\.reason) == ["works", "works", "broken", "test"])
    }

    @Test("a command sees the same outlook as a page, leaves the same line, and acts while the audit takes none")
    func commands() async throws {
        let gateways = try await world.gateways().gateways
        let said = try await service.outlook(of: .off, on: "main", as: gateways, for: .terminal(user: "root"))
        let page = try #require(try await service.outlook(of: .off, on: "main", for: anna).value)
        #expect(said.ways.map { words($0.after) } == page.ways.map { words($0.after) })
        #expect(said.stranded.count == page.stranded.count)

        let warnings = Warnings()
        let permits = Permits(audit: world, policy: .wanted { warnings.add($0) })
        let command = service(permits)
        try await service.apply(.off, to: "main", because: "broken", by: anna)
        try await command.apply(.off, to: "main", because: "broken", by: .terminal(user: "root"))
        let lines = try world.auditLines(before: nil, limit: 9).map(\.entry)
        #expect(lines.map(\.subject) == ["gateway main: off", "gateway main: off"])
        #expect(lines.map(\.actor) == ["root", "anna"] && warnings.problems.isEmpty)
        world.away = [.operatorsAndAudit]
        try await command.apply(.on, to: "main", because: "works", by: .terminal(user: "root"))
        #expect(try await world.gateways().gateways["main"]?.control == .untouched)
        #expect(warnings.problems == [.unavailable])
    }

    @Test("refuses a viewer the action and its preview, and notes both")
    func roles() async throws {
        await #expect(throws: OperatorError.forbidden(.switchGateway)) {
            try await service.apply(.off, to: "main", because: "fun", by: viewer)
        }
        await #expect(throws: OperatorError.forbidden(.switchGateway)) {
            _ = try await service.outlook(of: .off, on: "main", for: viewer)
        }
        #expect(try await world.gateways().gateways.isEmpty)
        let lines = try world.auditLines(before: nil, limit: 10).map(\.entry)
        #expect(lines.map(\.actor) == ["vera", "vera"] && lines.allSatisfy { $0.result == .forbidden })
    }

    @Test("changes nothing while the audit cannot be written")
    func noAudit() async throws {
        world.away = [.operatorsAndAudit]
        await #expect(throws: OperatorError.store(.unavailable)) {
            try await service.apply(.off, to: "main", because: "broken", by: anna)
        }
        #expect(try await world.gateways().gateways.isEmpty)
    }

    @Test("knows only the gateways of the settings, and weights from 0 to 1000")
    func unknown() async throws {
        await #expect(throws: OperatorError.nothing("such gateway")) {
            try await service.apply(.off, to: "other", because: "test", by: anna)
        }
        await #expect(throws: OperatorError.nothing("such gateway")) { _ = try await service.detail(of: "other") }
        for weight in [-1, 1_001] {
            await #expect(throws: OperatorError.unusable("A weight is a number from 0 to 1000.")) {
                try await service.apply(.weight(weight), to: "main", because: "test", by: anna)
            }
        }
    }

    @Test("says which share of each route goes where before and after a change, and which route nobody takes")
    func outlook() async throws {
        let off = try #require(try await service.outlook(of: .off, on: "main", for: anna).value)
        #expect(off.ways.map { words($0.before) } == ["main 1.0", "main 0.75 backup 0.25"])
        #expect(off.ways.map { words($0.after) } == ["", "backup 1.0"])
        #expect(off.stranded.map(\.route.region) == ["DE"] && !off.isLast)
        let weight = try #require(try await service.outlook(of: .weight(1), on: "main", for: anna).value)
        #expect(weight.ways.map { words($0.after) } == ["main 1.0", "main 0.5 backup 0.5"])
        #expect(weight.stranded.isEmpty)
    }

    @Test("warns before the last gateway goes, also when the others' breakers are open")
    func last() async throws {
        try await service.apply(.off, to: "backup", because: "test", by: anna)
        #expect(try await service.outlook(of: .off, on: "main", for: anna).value?.isLast == false, "the spare is left")
        let open = BreakerNotice(
            gateway: "spare", generation: 1, state: .open, remaining: .seconds(30), reason: "half-failed")
        _ = try await world.seat(of: 1).exchange(
            WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: [open])))
        let outlook = try #require(try await service.outlook(of: .off, on: "main", for: anna).value)
        #expect(outlook.isLast && outlook.stranded.count == 2)
        let now = try #require(try await service.outlook(of: nil, on: "main", for: anna).value)
        #expect(!now.isLast && now.stranded.isEmpty)
    }

    @Test("tells what routes that learn have learned, of their gateways alone, and what a weight would do to it")
    func learned() async throws {
        for ago in 0..<60 {
            let minute = Minute(world.clock.now) - ago
            try await world.add([
                tally(.awaited, minute, 20), tally(.awaited, minute, 20, gateway: "backup"),
                tally(.delivered, minute, 18, gateway: "backup"), tally(.awaited, minute, 20, gateway: "other"),
            ])
        }
        #expect(await service.learned.look().value == [:], "no route learns")
        let (world, now) = (world, world.clock.now)
        let list = GatewayList(
            members: service.list.members,
            routes: [
                GatewayRoute(target: RouteTargets(first: [.init("main", weight: 9), .init("backup")], learns: true))
            ])
        let learning = GatewayService(
            list, statuses: CachedQuery(freshness: .zero, now: { now }) { try await world.gateways() },
            switches: world,
            tallies: world, audit: world, permits: Permits(audit: world), now: { now })
        let shares = try #require(await learning.learned.look().value)
        #expect(shares.keys.sorted() == ["main"] && shares["main"]?.percent == LearnedShare.least)
        let way = try #require(try await learning.outlook(of: .weight(3), on: "main", for: anna).value?.ways.first)
        #expect(way.before.map { ($0.share * 100).rounded() } == [47, 53], "0.9 beside 1")
        #expect(way.after.map { ($0.share * 100).rounded() } == [75, 25], "the operator's weight wins")
    }

    @Test("sums up the calls, the times and the receipts of each gateway in the last fifteen minutes")
    func traffic() async throws {
        let minute = Minute(world.clock.now)
        try await world.add([
            tally(.callAccepted, minute, 30), tally(.callRefused, minute - 14, 10, reason: "busy"),
            tally(.callAccepted, minute - 15, 1_000), tally(.accepted, minute, 30), tally(.delivered, minute, 20),
            tally(.callTime, minute, 39, reason: "0.1"), tally(.callTime, minute, 1, reason: "5"),
            tally(.callThrottled, minute, 60, gateway: "backup"),
        ])
        let traffic = try #require(await service.traffic.look().value)
        let main = try #require(traffic.parts["main"])
        #expect(main.calls == 40 && main[.callRefused] == 10 && main[.delivered] == 20 && traffic.allCalls == 100)
        #expect(main.times.quantile(0.5)?.word == "0.1" && main.times.quantile(1)?.word == "5")
        let outlook = try #require(try await service.outlook(of: .off, on: "main", for: anna).value)
        #expect(outlook.calls.map { [$0.own, $0.all] } == [40, 100])
        #expect(traffic.parts["spare"] == nil)
    }

    @Test("tells of a single gateway the reasons, the countries and an hour of minutes, and nothing of the others")
    func detail() async throws {
        let minute = Minute(world.clock.now)
        try await world.add([
            tally(.callAccepted, minute, 3), tally(.callRefused, minute - 59, 2, reason: "busy"),
            tally(.callRefused, minute - 60, 100, reason: "old"), tally(.undelivered, minute, 1, reason: "absent"),
            tally(.callUnknown, minute, 9, gateway: "backup"),
        ])
        let detail = try #require(try await service.detail(of: "main").value)
        #expect(detail.reasons.map(\.reason) == ["busy", "absent"] && detail.reasons.map(\.count) == [2, 1])
        #expect(detail.regions.map(\.name) == ["DE"] && detail.regions[0].counts[.callAccepted] == 3)
        #expect(detail.series.counts[.callAccepted]?.count == 60 && detail.series.counts[.callAccepted]?.last == 3)
        #expect(detail.series.counts[.callRefused]?.first == 2)
    }

    private func service(_ permits: Permits) -> GatewayService {
        let world = world
        let now: @Sendable () -> Timestamp = { world.clock.now }
        return GatewayService(
            list, statuses: CachedQuery(freshness: .zero, now: now) { try await world.gateways() },
            switches: world,
            tallies: world, audit: world, permits: permits, now: now)
    }

    private func tally(
        _ kind: TallyKind, _ minute: Minute, _ count: Int, gateway: String = "main", reason: String = ""
    ) -> Tally {
        let region = kind == .callTime ? "" : "DE"
        return Tally(TallyKey(kind, in: minute, region: region, gateway: gateway, reason: reason), count: count)
    }

    private func words(_ parts: [RouteTargets<String>.Part]) -> String {
        parts.map { "\($0.gateway) \($0.share)" }.joined(separator: " ")
    }
}
