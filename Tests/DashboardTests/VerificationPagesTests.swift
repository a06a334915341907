import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of verifications")
struct VerificationPagesTests {
    @Test("list what fits the filter in the address, page by page, with masked numbers")
    func list() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        for number in 10..<65 { _ = try await bench.verification(phone: "+49151000\(number)") }
        let british = try await bench.verification(phone: "+441510002")
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let first = try await client.twin("/verifications", cookies: viewer)
            #expect(first["rows"]?.array?.count == 50 && first["goOn"] == .null && first["newest"] == .null)
            let row = try #require(first["rows"]?.array?.first)
            #expect(row["id"]?.string == "\(british.id)" && row["region"] == "GB" && row["gateways"] == "gateway")
            #expect(row["phone"]?.string?.hasSuffix("02") == true && row["phone"]?.string?.contains("•") == true)
            let second = try await client.twin(try #require(first["older"]?.string), cookies: viewer)
            #expect(second["rows"]?.array?.count == 6 && second["older"] == .null)

            let german = try await client.twin("/verifications?where=de&status=pending&app=demo", cookies: viewer)
            let older = try #require(german["older"]?.string)
            #expect(older.hasPrefix("/verifications?status=pending&app=demo&where=de&before="))
            #expect(try await client.twin(older, cookies: viewer)["rows"]?.array?.count == 5)
            let page = try await client.page("/verifications?where=%2B44&gateway=gateway", cookies: viewer)
            #expect(page.contains("\(british.id)") && page.contains("value=\"+44\"") && !page.contains("1510002"))
            let empty = try await client.page("/verifications?status=refused", cookies: viewer)
            #expect(empty.contains(">No results<"))
        }
    }

    @Test(
        "refuse a filter that cannot be used, in words",
        arguments: [
            ("status=queued", "these are known: pending, approved"), ("status=x", "No status has this name"),
            ("where=Germany", "Enter a country such as DE"),
            ("where=%2B49151", "A prefix here has 4 digits at most"),
            ("app=%3Cb%3E", "No app can have this name"), ("gateway=%00", "The address cannot be read"),
            ("reason=Error%20%3Cb%3E", "A reason has lower-case letters"),
            ("message=lost", "these are known: sending, accepted, delivered, undelivered, failed, unknown"),
            ("from=yesterday", "Write the time as"),
            ("from=2027-02-01&until=2027-01-31", "begins at its end or later"), ("before=1", "that is no id"),
        ])
    func unusable(query: String, words: String) async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let answer = try await client.send(.get, "/verifications?" + query, cookies: viewer)
            #expect(answer.status == .badRequest && String(buffer: answer.body).contains(words))
        }
    }

    @Test("say where to go on when the store has looked at as much as it looks at for a page")
    func goOn() async throws {
        let fixture = try await DashboardFixture(InMemoryWorld(mostVerifications: 4))
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let british = try await bench.verification(phone: "+441510002")
        for number in 0..<5 { _ = try await bench.verification(phone: "+49151000\(number)") }
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/verifications?where=GB", cookies: viewer)
            #expect(page.contains("No results among the verifications that were searched"))
            #expect(page.contains("Continue"))
            let first = try await client.twin("/verifications?where=GB", cookies: viewer)
            #expect(first["rows"] == [] && first["older"] == .null && first["lookedBackTo"]?.string != nil)
            let second = try await client.twin(try #require(first["goOn"]?.string), cookies: viewer)
            #expect(second["rows"]?.array?.map { $0["id"]?.string } == ["\(british.id)"] && second["goOn"] == .null)
        }
    }

    @Test("load while the database is away, and say so")
    func away() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let request = try await bench.verification()
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            _ = try await client.page("/verifications", cookies: viewer)
            fixture.world.away = [.verifications]
            let shared = try await client.twin("/verifications", cookies: viewer)
            #expect(shared["rows"]?.array?.count == 1, "the look of the same second is everybody's")
            let known = try await client.twin("/verifications?status=pending", cookies: viewer)
            #expect(known["rows"]?.array?.map { $0["id"]?.string } == ["\(request.id)"])
            #expect(known["recordsKnown"]?["isCurrent"] == false)
            let others = try await client.twin("/verifications?status=approved", cookies: viewer)
            #expect(others["rows"] == [] && others["recordsKnown"]?["isCurrent"] == false)
        }
    }

    @Test("tell a verification's life in an order in which it can have happened, whatever the clocks say")
    func timeline() async throws {
        let fixture = try await DashboardFixture()
        // The maker's clock is three seconds ahead of the store's.
        let ahead = StoreBench(workers: [fixture.world], now: fixture.clock.now + .seconds(3))
        let request = try ahead.request()
        let order = try await ahead.send(request)
        let call = CallReport(
            gateway: "north", outcome: .refused, reason: "replied-stop", endedAt: fixture.clock.now + .seconds(1),
            milliseconds: 5)
        let isSaved = try await ahead.record(
            .accepted(gatewayID: "SM-1"), of: order, request, gateway: "south", calls: [call])
        #expect(isSaved)
        #expect(try await ahead.check(request, isRight: false).wrong != nil)
        fixture.clock.advance(by: .seconds(20))
        #expect(try await ahead.check(request, isRight: true).isApproved)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let data = try await client.twin("/verifications/\(request.id)", cookies: viewer)
            let steps = try #require(data["steps"]?.array)
            #expect(
                steps.map { $0["what"]?.string } == [
                    "request made", "verification started", "message 1: taken", "message 1: call of north, refused",
                    "message 1: accepted", "approved",
                ])
            #expect(steps[0]["detail"]?.string?.contains("at least 3") == true)
            #expect(steps[3]["detail"]?.string?.contains("the person replied STOP to this sender") == true)
            #expect(steps[0]["sinceStartSeconds"] == .null && steps[1]["sinceStartSeconds"]?.double == 0)
            #expect(steps[5]["sinceStartSeconds"]?.double == 20)
            #expect(steps[5]["detail"]?.string == "the right code came, after a wrong code")
            #expect(data["wrongCodes"] == 1 && data["endedAt"]?.string != nil && data["isPending"] == false)
            let page = try await client.page("/verifications/\(request.id)", cookies: viewer)
            #expect(page.contains("SM-1") && !page.contains("verifications cancel"))
            #expect(!page.contains("Sends left"), "nothing can be sent for what has ended")
            let spans = try #require(data["spans"]?.array)
            #expect(
                spans.map { $0["what"]?.string } == [
                    "message 1: call of north, refused", "until approved",
                ], "the wait has no bar, because its clocks differ")
            #expect(spans[1]["seconds"]?.double == 20 && spans[1]["x"]?.double == 0 && spans[1]["width"]?.double == 100)
            #expect(page.contains("<rect x=\"0\" y=\"1\" width=\"100\" height=\"8\"/>"))
        }
    }

    @Test("show of a key's request when a worker began, because its id tells only the day, and find it by that time")
    func key() async throws {
        let noon = Timestamp(seconds: 1_767_225_600 + 43_200)
        let fixture = try await DashboardFixture()
        fixture.clock.advance(by: noon - fixture.clock.now)
        let bench = StoreBench(workers: [fixture.world], now: noon)
        let request = try bench.request(key: "order-1").withIDOfKey()
        _ = try await bench.send(request)
        #expect(abs(request.id.madeAt.milliseconds - noon.milliseconds) > 3_600_000, "the key of this test shows it")
        fixture.clock.advance(by: .seconds(61))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for (query, count) in [
                ("", 1), ("from=2026-01-01T12:00&until=2026-01-01T12:01", 1), ("from=2026-01-01T12:01", 0),
                ("until=2026-01-01T12:00", 0),
            ] {
                let rows = try await client.twin("/verifications?" + query, cookies: viewer)["rows"]?.array
                #expect(rows?.count == count, "\(query)")
            }
            let row = try await client.twin("/verifications", cookies: viewer)["rows"]?.array?.first
            #expect(row?["requestedAt"] == .null && row?["startedAt"]?.string == "2026-01-01T12:00:00.000Z")
            let list = try await client.page("/verifications", cookies: viewer)
            #expect(list.contains(">12:00:00</time> <small>1m 1s ago, started</small>"))
            #expect(list.contains("tells only its day"))
            let data = try await client.twin("/verifications/\(request.id)", cookies: viewer)
            let steps = try #require(data["steps"]?.array)
            #expect(data["requestedAt"] == .null && steps[0]["at"] == .null && steps[0]["what"] == "request made")
            #expect(steps[0]["detail"]?.string?.hasPrefix("on 2026-01-01; an id") == true)
            #expect(steps[1]["sinceStartSeconds"]?.double == 0 && steps[1]["what"] == "verification started")
        }
    }

    @Test("tell each time also as how long ago it was, or how long it will be")
    func relativeTimes() async throws {
        let fixture = try await DashboardFixture()
        let id = try await StoreBench(workers: [fixture.world], now: fixture.clock.now).verification().id
        fixture.clock.advance(by: .seconds(90))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(try await client.page("/verifications", cookies: viewer).contains("<small>1m 30s ago</small>"))
            let page = try await client.page("/verifications/\(id)", cookies: viewer)
            #expect(page.contains("</time>, in 8m 30s</dd>") && page.contains("<small>1m 30s ago</small>"))
        }
    }

    @Test("say of a refused request that nothing was sent, of used-up checks how many codes were wrong")
    func endings() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let once = SendingRules(maxChecks: 1)
        let guessed = try await bench.verification(rules: once)
        #expect(try await bench.check(guessed, isRight: false, rules: once).wrong != nil)
        let late = try bench.request(phone: "+491510002", deadline: .seconds(-1))
        #expect(try await bench.claim(late) == .expired)
        let pending = try await bench.verification(phone: "+491510003")
        let joining = try bench.request(phone: "+491510003")
        #expect(try await bench.claim(joining).order == nil)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let used = try await client.twin("/verifications/\(guessed.id)", cookies: viewer)["steps"]?.array
            #expect(used?.last?["what"] == "checks used up" && used?.last?["at"]?.string != nil)
            #expect(used?.last?["detail"] == "a wrong code" && used?.last?["isBad"] == true)
            let steps = try await client.twin("/verifications/\(late.id)", cookies: viewer)["steps"]?.array
            #expect(steps?.map { $0["what"]?.string } == ["request made", "a worker sent nothing"])
            #expect(steps?.last?["detail"] == "deadline")
            let page = try await client.page("/verifications/\(joining.id)", cookies: viewer)
            #expect(page.contains("The request \(joining.id) joined this verification"))
            #expect(page.contains("verifyd verifications cancel \(pending.id)"))
        }
    }

    @Test("show a whole number on a page of its own, and put it into no cookie and no address")
    func unmask() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let id = try await bench.verification(phone: "+491510002").id
        try await fixture.serve { client in
            let sam = try await client.cookies(of: .support)
            let shown = try await client.send(.post, "/verifications/\(id)/number", cookies: sam, form: "reason=call")
            #expect(shown.status == .ok && shown.headers[.setCookie] == nil && shown.headers[.location] == nil)
            #expect(String(buffer: shown.body).contains("+491510002"))
            #expect(shown.headers[.cacheControl] == "no-store")
            let viewer = try await client.cookies(of: .viewer)
            let refused = try await client.send(.post, "/verifications/\(id)/number", cookies: viewer, form: "reason=x")
            #expect(refused.status == .forbidden)
        }
        let audit = try fixture.world.page(.all, before: nil, limit: 20).lines.map(\.entry)
        let lines = audit.filter { $0.action == .unmask }
        #expect(lines.map(\.result) == [.forbidden, .done] && lines.last?.reason == "call")
        #expect(lines.allSatisfy { !$0.subject.contains("491510002") })
    }

    @Test("find a phone's verifications in all apps by a form, and write the number into no page")
    func search() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        for app in ["demo", "other"] { _ = try await bench.send(try bench.request(app: app)) }
        try await fixture.serve { client in
            let support = try await client.cookies(of: .support)
            let answer = try await client.send(.post, "/search", cookies: support, form: "q=%2B49+1510+001")
            let page = String(buffer: answer.body)
            #expect(answer.status == .ok && page.contains("2 found.") && !page.contains("1510001"))
            #expect(page.contains("<td data-label=\"App\">demo</td>") && page.contains("\"App\">other</td>"))
        }
    }

    @Test("let a program search as a person does: the same roles, the same line in the audit, and no foreign page")
    func searchTwin() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let request = try await bench.verification()
        let (twin, phone) = ("/api/v1/search", "q=%2B491510001")
        try await fixture.serve { client in
            let support = try await client.cookies(of: .support)
            let answer = try await client.send(.post, twin, cookies: support, form: phone)
            let found = try JSONValue(parsing: answer.body.readableBytesView)
            #expect(answer.status == .ok && found["rows"]?.array?.map { $0["id"]?.string } == ["\(request.id)"])
            #expect(found["hint"] == "1 found." && !String(buffer: answer.body).contains("1510001"))
            let byID = try await client.send(.post, twin, cookies: support, form: "q=\(request.id)")
            let place = "/api/v1/verifications/\(request.id)"
            #expect(byID.status == .seeOther && byID.headers[.location] == DashboardFixture.base + place)
            let nothing = try await client.send(.post, twin, cookies: support, form: "q=+")
            #expect(nothing.status == .badRequest)
            let foreign = try await client.send(
                .post, twin, cookies: support, form: phone,
                headers: [try #require(HTTPField.Name("Sec-Fetch-Site")): "cross-site"])
            let viewer = try await client.send(
                .post, twin, cookies: try await client.cookies(of: .viewer), form: phone)
            #expect(foreign.status == .forbidden && viewer.status == .forbidden)
            #expect(try await client.send(.post, twin, form: phone).status == .unauthorized)
        }
        let lines = try fixture.world.page(.all, before: nil, limit: 20).lines.map(\.entry)
        #expect(lines.map(\.action) == [.unmask, .unmask] && lines.map(\.result) == [.forbidden, .done])
        #expect(lines.allSatisfy { $0.subject == "search for +49•••••01" })
    }
}
