import Operations
import Testing
import VerificationCore
import VerificationTesting

@Suite("The queries of failures")
struct FailureQueriesTests {
    private let world = InMemoryWorld()
    private let queries: FailureQueries

    init() {
        let clock = world.clock
        queries = FailureQueries(tallies: world, dead: world.queue(of: .requests), now: { clock.now })
    }

    @Test("has the groups of each window, and nothing that is no failure")
    func groups() async throws {
        let now = Minute(world.clock.now)
        try await world.add([
            Tally(TallyKey(.approved, in: now, region: "DE"), count: 50),
            Tally(TallyKey(.callThrottled, in: now, region: "DE", gateway: "main", reason: "busy"), count: 3),
            Tally(TallyKey(.callThrottled, in: now - 14, region: "FR", gateway: "main", reason: "busy"), count: 2),
            Tally(TallyKey(.failed, in: now - 15, region: "DE", gateway: "main", reason: "busy"), count: 9),
        ])
        let quarter = try #require(await queries.groups.look(AppWindow(.quarter)).current)
        #expect(quarter.map(\.kind) == [.callThrottled] && quarter[0].count == 5 && quarter[0].regions == ["DE", "FR"])
        #expect(await queries.groups.look(AppWindow(.hour)).current?.map(\.kind) == [.failed, .callThrottled])
        let group = FailureQueries.Group(.callThrottled, gateway: "main", reason: "busy", in: .quarter)
        let detail = try #require(await queries.details.look(group).current)
        #expect(detail.series.counts[.callThrottled]?.last == 3 && detail.series.counts[.callThrottled]?.first == 2)
        #expect(detail.regions.map(\.name) == ["DE", "FR"])
        let other = FailureQueries.Group(.callThrottled, gateway: "main", reason: "other", in: .quarter)
        #expect(await queries.details.look(other).current?.regions.isEmpty == true)
    }

    @Test("without dead letters it asks for no reasons")
    func noneDead() async throws {
        let dead = try #require(await queries.dead.look().current)
        #expect(dead.count == 0 && dead.reasons.isEmpty)
    }
}
