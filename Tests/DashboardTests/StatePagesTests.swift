import HTTPTypes
import HummingbirdTesting
import NIOCore
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The state on every page")
struct StatePagesTests {
    @Test("stands in the header, the title and the icon, and pages that know nothing of it ask nothing for it")
    func everyPage() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let early = try await client.page("/audit", cookies: viewer)
            #expect(early.contains("<title>Audit · verifyd</title>") && early.contains("<a id=\"state\" hidden"))
            #expect(fixture.queries.queues.last.at == nil, "a page without a verdict looks at no queue")
            let overview = try await client.page("/", cookies: viewer)
            #expect(overview.contains("<title>DOWN · no-api · verifyd</title>"))
            #expect(overview.contains("class=\"state-pill down\"") && overview.contains("/a/b/assets/icon-down.svg?"))
            let looked = fixture.queries.queues.last.at
            fixture.clock.advance(by: .seconds(20))
            let audit = try await client.page("/audit", cookies: viewer)
            #expect(audit.contains("<title>DOWN · Audit · verifyd</title>"))
            #expect(audit.contains("<span class=\"unseen\">State: </span>DOWN</a>"))
            #expect(fixture.queries.queues.last.at == looked)
            fixture.clock.advance(by: .seconds(60))
            let old = try await client.page("/audit", cookies: viewer)
            #expect(old.contains("<title>Audit · verifyd</title>"), "an old look says nothing of now")
            let stranger = try await client.send(.get, "/sign-in")
            #expect(!String(buffer: stranger.body).contains("id=\"state\""))
        }
    }

    @Test("is UNKNOWN on all of them, as in a terminal, where a part cannot be looked at and nothing else is wrong")
    func unknown() async throws {
        let fixture = try await DashboardFixture()
        _ = fixture.queue.openInbox(prefetch: 1)
        _ = try await fixture.world.seat(of: 1).exchange(
            WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: [])))
        try await fixture.world.add([Tally(TallyKey(.apiAlive, in: Minute(fixture.clock.now)), count: 1)])
        fixture.broker.fail(BrokerError(.unavailable, context: "<i>no channel"))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/", cookies: viewer)
            #expect(page.contains("<title>UNKNOWN · Overview · verifyd</title>"))
            #expect(page.contains("class=\"state-pill unknown\"") && page.contains("/a/b/assets/icon-unknown.svg?"))
            #expect(page.contains("<strong class=\"chip unknown\">UNKNOWN</strong> Nothing is known to be wrong"))
            #expect(page.contains("Not known: whether the broker takes messages: ") && !page.contains("<i>"))
            let twin = try await client.twin("/overview", cookies: viewer)
            #expect(twin["level"] == "UNKNOWN")
            #expect(twin["unknown"]?.array?.map { $0["part"] } == ["whether the broker takes messages"])
            #expect(
                try await client.page("/audit", cookies: viewer).contains("<title>UNKNOWN · Audit · verifyd</title>"))
        }
    }

    @Test("has an icon for each level")
    func icons() async throws {
        try await DashboardFixture().serve { client in
            for name in ["icon-degraded.svg", "icon-down.svg", "icon-unknown.svg"] {
                let icon = try await client.send(.get, "/assets/\(name)")
                #expect(icon.status == .ok && icon.headers[.contentType] == "image/svg+xml")
            }
        }
    }

    @Test("has a chip of its own level at each finding, the gravest as the greatest, and followers folded")
    func chips() async throws {
        let fixture = try await DashboardFixture()
        fixture.broker.say(.refuses(reason: "low on memory"))
        try await fixture.world.add([
            Tally(TallyKey(.notQueued, in: Minute(fixture.clock.now)), count: 9),
            Tally(TallyKey(.apiAlive, in: Minute(fixture.clock.now)), count: 1),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/", cookies: viewer)
            #expect(page.contains("<p class=\"rule gravest\"><strong class=\"chip down\">DOWN</strong>"))
            #expect(page.contains("<details><summary>Follows from it: 1</summary>"))
            #expect(page.contains("9 asked, 0 queued, 9 not queued, 0 messages accepted. About 9 people got no code."))
            let people = try await client.twin("/overview", cookies: viewer)["people"]
            #expect(people?["asked"] == 9 && people?["notQueued"] == 9 && people?["queued"] == 0)
        }
    }

    @Test("begins the funnel with all calls, and shows how the volume has changed")
    func funnel() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now) - 1
        try await fixture.world.add([
            Tally(TallyKey(.started, in: minute), count: 60), Tally(TallyKey(.notQueued, in: minute), count: 20),
            Tally(TallyKey(.started, in: minute - 7 * 1_440), count: 100),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rows = try await client.twin("/overview", cookies: viewer)["funnel"]?.array ?? []
            #expect(rows.prefix(2).map { $0["kind"] } == ["asked", "not-queued"])
            #expect(rows.first?["count"] == 80 && rows.first?["volume"] == -0.2)
            #expect(rows[1]["count"] == 20 && rows[1]["share"] == 0.25 && rows[1]["volume"] == .null)
            #expect(try await client.page("/", cookies: viewer).contains("-20 %"))
        }
    }
}
