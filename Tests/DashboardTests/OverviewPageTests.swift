import HTTPTypes
import HummingbirdTesting
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The overview")
struct OverviewPageTests {
    @Test("colours the stages where the cause is, and leads from there to what helps")
    func causes() async throws {
        let fixture = try await DashboardFixture()
        _ = fixture.queue.openInbox(prefetch: 1)
        try await speak(at: fixture)
        try await fixture.world.turn("main", isOff: true)
        try await fixture.world.turn("backup", isOff: true)
        // Codes of the last minutes were late, which follows from the gateways.
        let before = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.wait, in: before, reason: "60"), count: 100),
            Tally(TallyKey(.started, in: before), count: 100),
        ])
        for _ in 0..<9 { fixture.queue.put([1], type: nil, contentType: nil) }
        fixture.clock.advance(by: .seconds(120))
        try await speak(at: fixture, oldestAt: before.beginning)
        try await fixture.serve { client in
            let twin = try await client.twin("/overview", cookies: try await client.cookies(of: .viewer))
            #expect(rules(twin["findings"]) == ["no-gateways"])
            #expect(rules(twin["followers"])?.contains("codes-late") == true, "\(twin["followers"] ?? .null)")
            let stages = twin["stages"]?.array ?? []
            #expect(stages.map { $0["name"] } == ["API", "Broker", "Workers", "main", "backup", "Database", "Events"])
            #expect(stages.map { $0["level"] } == ["OK", "OK", "OK", "DOWN", "DOWN", "OK", "OK"])
        }
    }

    @Test("shows in grey what an operator switched off while people miss nothing, and who did it since when")
    func off() async throws {
        let fixture = try await DashboardFixture()
        try await speak(at: fixture)
        try await fixture.world.turn("backup", isOff: true)
        try fixture.world.note(
            AuditEntry(
                actor: "anna", action: .switchGateway, subject: "gateway backup: off", reason: "x", result: .done))
        _ = try await fixture.world.pause(.events, by: "anna", because: "exercise")
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/overview", cookies: viewer)
            let parts = twin["parts"]?.array ?? []
            #expect(parts.map { $0["level"] } == ["OK", "OFF", "OK", "OFF"])
            #expect(parts[1]["detail"]?.string == "switched off by anna, since \(fixture.clock.now.minuteWords)")
            let gateways = twin["flow"]?.array?[3]
            #expect(gateways?["level"] == "OK" && gateways?["count"] == 1 && gateways?["of"] == 2)
            #expect(gateways?["detail"] == "backup switched off")
            #expect(try await client.page("/", cookies: viewer).contains("<span class=\"pill off\">OFF</span>"))
            _ = try await fixture.world.resume(.events)
            _ = try await fixture.world.pause(.receipts, by: "anna", because: "exercise")
            fixture.queries.expire()
            let receipts = try await client.twin("/overview", cookies: viewer)["parts"]?.array ?? []
            #expect(receipts.last?["level"] == "OK", "events are told while receipts are paused")
        }
    }

    @Test("leads from a stage to the rule that coloured it, and from a stage that is fine to its page")
    func links() async throws {
        let fixture = try await DashboardFixture()
        try await speak(at: fixture)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let stages = try await client.twin("/overview", cookies: viewer)["stages"]?.array ?? []
            let workers = stages.first { $0["name"] == "Workers" }
            #expect(workers?["level"] == "DOWN" && workers?["path"] == "/rules/no-workers")
            let broker = stages.first { $0["name"] == "Broker" }
            #expect(broker?["path"] == "/queues")
            #expect(try await client.page("/", cookies: viewer).contains("href=\"/a/b/rules/no-workers\""))
        }
    }

    @Test("colours the broker and not the API while the broker takes no messages, and says its reason")
    func alarm() async throws {
        let fixture = try await DashboardFixture()
        _ = fixture.queue.openInbox(prefetch: 1)
        try await speak(at: fixture)
        fixture.broker.say(.refuses(reason: "low on memory"))
        try await fixture.world.add([Tally(TallyKey(.notQueued, in: Minute(fixture.clock.now)), count: 9)])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/overview", cookies: viewer)
            #expect(rules(twin["findings"]) == ["broker-blocked"] && rules(twin["followers"]) == ["not-queued"])
            let stages = twin["stages"]?.array ?? []
            #expect(stages.prefix(3).map { $0["level"] } == ["OK", "DOWN", "OK"])
            #expect(stages[1]["path"] == "/rules/broker-blocked")
            #expect(try await client.page("/", cookies: viewer).contains("low on memory"))
        }
        let other = try await DashboardFixture()
        other.broker.say(.unknown("ACCESS_REFUSED"))
        try await other.serve { client in
            let twin = try await client.twin("/overview", cookies: try await client.cookies(of: .viewer))
            let detail = twin["stages"]?.array?[1]["detail"]?.string
            #expect(detail?.hasSuffix("its alarms cannot be seen") == true)
        }
    }

    @Test("says on the first screen what to do, and names the workers that are lost while others still work")
    func firstScreen() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            try await speak(at: fixture)
            let finding = try await client.twin("/overview", cookies: viewer)["findings"]?.array?.first
            let rule = try #require(finding?["rule"]?.string.flatMap(Rule.init(rawValue:)))
            #expect(finding?["advice"]?.string == rule.advice)
            #expect(try await client.page("/", cookies: viewer).contains("What to do: \(rule.advice)"))
            fixture.clock.advance(by: .seconds(60))
            fixture.queries.expire()
            let workers = try await client.twin("/overview", cookies: viewer)["stages"]?.array?[2]
            #expect(workers?["detail"] == "0 alive, 1 unresponsive (15 min)")
            fixture.clock.advance(by: .seconds(900))
            fixture.queries.expire()
            let later = try await client.twin("/overview", cookies: viewer)["stages"]?.array?[2]
            #expect(later?["detail"] == "0 alive")
        }
    }

    @Test("does not call a gateway OK beside calls of which all failed, also where they are too few for the verdict")
    func doubtful() async throws {
        let fixture = try await DashboardFixture()
        try await calls(.callAccepted, 600, at: fixture)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let before = try await client.twin("/overview", cookies: viewer)["stages"]?.array
            #expect(before?[3]["level"] == "OK")
            fixture.clock.advance(by: .seconds(25))
            try await calls(.callThrottled, 9, at: fixture)
            fixture.queries.counts.expire()
            let twin = try await client.twin("/overview", cookies: viewer)
            let main = twin["stages"]?.array?[3]
            #expect(main?["detail"] == "9 of 9 calls throttled" && main?["level"] == "DEGRADED")
            #expect(rules(twin["findings"])?.contains("gateway-fails") == false)
        }
    }

    @Test("shows in the funnel what was rejected by policy, and no share of the delivered where nobody told")
    func funnel() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now) - 1
        try await fixture.world.add([
            Tally(TallyKey(.started, in: minute), count: 100), Tally(TallyKey(.turnedAway, in: minute), count: 300),
            Tally(TallyKey(.sent, in: minute), count: 100), Tally(TallyKey(.accepted, in: minute), count: 100),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rows = try await client.twin("/overview", cookies: viewer)["funnel"]
            let (away, began) = (row("turned-away", in: rows), row("began", in: rows))
            #expect(away?["count"] == 300 && away?["share"] == 0.75 && began?["share"] == 1.0)
            let delivered = row("delivered", in: rows)
            #expect(delivered?["count"] == .null && delivered?["share"] == .null)
            #expect(try await client.page("/", cookies: viewer).contains("–, no receipts"))
            try await fixture.world.add(
                [minute, minute - 7 * 1_440].map { Tally(TallyKey(.undelivered, in: $0), count: 1) })
            fixture.queries.counts.expire()
            let told = row("delivered", in: try await client.twin("/overview", cookies: viewer)["funnel"])
            #expect(told?["count"] == 0 && told?["share"] == 0.0, "a receipt says that a message will not arrive")
            #expect(try await !client.page("/", cookies: viewer).contains("no receipts"))
        }
    }

    @Test(
        "tells among what changed that a worker became unresponsive, and of a failure when it was seen first and last")
    func update() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now)
        try await speak(at: fixture, startedAt: fixture.clock.now - .seconds(60))
        fixture.clock.advance(by: .seconds(30))
        try await fixture.world.add([
            Tally(TallyKey(.callRefused, in: minute - 9, gateway: "main", reason: "busy"), count: 5),
            Tally(TallyKey(.callRefused, in: minute - 2, gateway: "main", reason: "busy"), count: 5),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let changes = try await client.twin("/overview", cookies: viewer)["changes"]?.array?.map { $0["what"] }
            #expect(
                changes == [
                    "a worker became unresponsive: host, process 4711", "a worker started on host, version 1.2.3",
                ])
            let page = try await client.page("/", cookies: viewer)
            let (first, last) = ((minute - 9).beginning, (minute - 2).beginning)
            #expect(page.contains("first \(words(first)), last \(words(last))"))
        }
    }

    @Test("says of requests that a silent worker may hold that their number is not known")
    func silentHands() async throws {
        let fixture = try await DashboardFixture()
        _ = fixture.queue.openInbox(prefetch: 1)
        try await speak(at: fixture)
        fixture.clock.advance(by: .seconds(9))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/", cookies: viewer)
            #expect(page.contains("and those that unresponsive workers hold: how many is not known"))
            #expect(page.contains("and how many are in flight is not known."))
        }
    }

    private func speak(
        at fixture: DashboardFixture, startedAt: Timestamp = Timestamp(seconds: 1_700_000_000),
        oldestAt: Timestamp? = nil
    ) async throws {
        let status = WorkerStatus.sample(startedAt: startedAt, inHand: oldestAt == nil ? 0 : 1, oldestAt: oldestAt)
        _ = try await fixture.world.seat(of: 1).exchange(
            WorkerUpdate(status: status, gateways: GatewayUpdate(notices: [])))
        try await fixture.world.add([Tally(TallyKey(.apiAlive, in: Minute(fixture.clock.now)), count: 1)])
    }

    private func calls(_ kind: TallyKind, _ count: Int, at fixture: DashboardFixture) async throws {
        try await fixture.world.add([
            Tally(TallyKey(kind, in: Minute(fixture.clock.now), gateway: "main"), count: count)
        ])
    }

    private func row(_ kind: String, in funnel: JSONValue?) -> JSONValue? {
        funnel?.array?.first { $0["kind"]?.string == kind }
    }

    private func rules(_ findings: JSONValue?) -> [String]? { findings?.array?.compactMap { $0["rule"]?.string } }

    /// Like the page of the next day, for example `2025-12-31 23:51`.
    private func words(_ time: Timestamp) -> String { String(time.rfc3339.prefix(16).replacing("T", with: " ")) }
}
