import HTTPTypes
import HummingbirdTesting
import NIOCore
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of the gateways")
struct GatewayPagesTests {
    @Test("show what came of the calls of each gateway, and by which routes messages come")
    func traffic() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.callAccepted, in: minute, region: "DE", gateway: "main"), count: 30),
            Tally(TallyKey(.callRefused, in: minute, region: "DE", gateway: "main", reason: "busy-<x>"), count: 10),
            Tally(TallyKey(.callTime, in: minute, gateway: "main", reason: "0.1"), count: 40),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let main = try await client.twin("/gateways", cookies: viewer)["gateways"]?.array?.first
            #expect(main?["name"] == "main" && main?["calls"] == 40 && main?["acceptedShare"] == 0.75)
            #expect(main?["p95Seconds"] == 0.1 && main?["state"] == "healthy")
            #expect(main?["routes"] == ["FR", "everything else"])
            let page = try await client.page("/gateways", cookies: viewer)
            #expect(!page.contains("Off…"), "a viewer gets no buttons")
            let detail = try await client.page("/gateways/main", cookies: viewer)
            #expect(detail.contains("busy-&lt;x&gt;") && detail.contains("<svg") && detail.contains("DE"))
            #expect(try await client.send(.get, "/gateways/other", cookies: viewer).status == .notFound)
        }
    }

    @Test("show what a route has learned of a gateway, and why, unless an operator has said its weight")
    func learned() async throws {
        let fixture = try await DashboardFixture()
        for ago in 0..<60 {
            let minute = Minute(fixture.clock.now) - ago
            try await fixture.world.add([
                Tally(TallyKey(.awaited, in: minute, region: "DE", gateway: "main"), count: 20),
                Tally(TallyKey(.awaited, in: minute, region: "DE", gateway: "backup"), count: 20),
                Tally(TallyKey(.delivered, in: minute, region: "DE", gateway: "backup"), count: 18),
            ])
        }
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let twin = try await client.twin("/gateways", cookies: anna)
            #expect(twin["gateways"]?.array?.first?["learnedPercent"] == 10)
            let routes = twin["routes"]?.array
            #expect(routes?.map { $0["learns"] } == [false, true])
            #expect(routes?.last?["first"]?.array?.first?["learnedPercent"] == 10, "\(routes as Any)")
            for path in ["/gateways", "/gateways/main"] {
                let page = try await client.page(path, cookies: anna)
                #expect(page.contains("10 % of it") && page.contains("delivers 0 %, the others 90 %"), "\(path)")
            }
            _ = try await client.send(.post, "/gateways/main/weight", cookies: anna, form: "weight=3&reason=x")
            let said = try await client.twin("/gateways", cookies: anna)["gateways"]?.array?.first
            #expect(said?["weight"] == 3 && said?["learnedPercent"] != 10)
        }
    }

    @Test("say of a gateway whose breaker is closed that its calls send nothing, for example because it throttles")
    func failing() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.callAccepted, in: minute, region: "DE", gateway: "main"), count: 10),
            Tally(TallyKey(.callThrottled, in: minute, region: "DE", gateway: "main"), count: 50),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let gateways = try await client.twin("/gateways", cookies: viewer)["gateways"]?.array
            #expect(gateways?.first?["state"] == "healthy" && gateways?.first?["isFailing"] == true)
            #expect(gateways?.first?["isBad"] == true && gateways?.last?["isFailing"] == false)
            for path in ["/gateways", "/gateways/main"] {
                #expect(try await client.page(path, cookies: viewer).contains("but 50 of 60 calls in 5 min"))
            }
        }
    }

    @Test("say of a gateway that began to fail half a minute ago what the verdict says, from the same calls")
    func failingOfLate() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.callAccepted, in: minute - 1, region: "DE", gateway: "main"), count: 600)
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let before = try await client.twin("/gateways", cookies: viewer)["gateways"]?.array?.first
            #expect(before?["isFailing"] == false)
            fixture.clock.advance(by: .seconds(25))
            try await fixture.world.add([
                Tally(TallyKey(.callRefused, in: Minute(fixture.clock.now), region: "DE", gateway: "main"), count: 10)
            ])
            fixture.queries.counts.expire()
            let first = try await client.twin("/gateways", cookies: viewer)["gateways"]?.array?.first
            #expect(first?["isFailing"] == true && first?["failedCalls"] == 10 && first?["judgedCalls"] == 10)
            // No worker lives here, so the verdict has it among what follows from that.
            let rules = try await client.twin("/overview", cookies: viewer)["followers"]?.array?.map { $0["rule"] }
            #expect(rules?.contains("gateway-fails") == true)
        }
    }

    @Test("give a wrong form back with what is wrong and what was typed, and not to those who may not do it")
    func formAgain() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let form = "weight=many&reason=tests+%3Cb%3E"
            let anna = try await client.cookies(of: .operator)
            let again = try await client.send(.post, "/gateways/main/weight", cookies: anna, form: form)
            let page = String(buffer: again.body)
            #expect(again.status == .badRequest)
            #expect(
                page.contains("A weight is a number from 0 to 1000.")
                    && page.contains("Preview: nothing has been changed yet."))
            #expect(page.contains("value=\"tests &lt;b&gt;\"") && page.contains("value=\"many\""))
            let viewer = try await client.cookies(of: .viewer)
            let refused = try await client.send(.post, "/gateways/main/weight", cookies: viewer, form: form)
            #expect(refused.status == .forbidden && !String(buffer: refused.body).contains("many"))
        }
    }

    @Test("say at how many of the living workers the link to a gateway is up, and where it is down")
    func links() async throws {
        let fixture = try await DashboardFixture()
        for (id, isUp) in [(1, true), (2, false), (3, true)] {
            let status = WorkerStatus.sample(host: "host-\(id)", links: ["main": isUp])
            _ = try await fixture.world.seat(of: UInt64(id)).exchange(
                WorkerUpdate(status: status, gateways: GatewayUpdate(notices: [])))
        }
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let gateways = try await client.twin("/gateways", cookies: viewer)["gateways"]?.array
            #expect(gateways?.first?["links"] == 3 && gateways?.first?["linksUp"] == 2)
            #expect(gateways?.last?["links"] == .null, "no worker keeps a link to it")
            for path in ["/gateways", "/gateways/main"] {
                #expect(try await client.page(path, cookies: viewer).contains("up at 2 of 3 workers"))
            }
            let workers = try await client.twin("/workers", cookies: viewer)["workers"]?.array
            #expect(workers?[1]["links"] == [["gateway": "main", "isUp": false]])
            #expect(try await client.page("/workers", cookies: viewer).contains("main <strong>down</strong>"))
        }
    }

    @Test("let an operator switch a gateway off after a look at who takes over, and nobody with a lower role")
    func switches() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            for role in [OperatorRole.viewer, .support] {
                let cookies = try await client.cookies(of: role)
                #expect(try await client.send(.get, "/gateways/main/off", cookies: cookies).status == .forbidden)
                let posted = try await client.send(.post, "/gateways/main/off", cookies: cookies, form: "reason=x")
                #expect(posted.status == .forbidden)
            }
            #expect(try await fixture.world.gateways().gateways.isEmpty)
            let anna = try await client.cookies(of: .operator)
            let preview = try await client.page("/gateways/main/off", cookies: anna)
            #expect(preview.contains("no gateway is available for FR") && preview.contains("then backup 100 %"))
            _ = try await client.send(.post, "/gateways/main/off", cookies: anna, form: "reason=broken")
            #expect(try await fixture.world.gateways().gateways["main"]?.control.isOff == true)
            for path in ["/gateways", "/gateways/main"] {
                let page = try await client.page(path, cookies: anna)
                #expect(page.contains("<strong class=\"pill neutral\">off</strong> by operator, "), "\(path)")
                #expect(page.contains(" ago: broken"), "\(path)")
            }
            _ = try await client.send(.post, "/gateways/main/on", cookies: anna, form: "reason=mended")
            #expect(try await !client.page("/gateways", cookies: anna).contains(" by operator, "))
        }
    }

    @Test("say which route has nobody left, and warn before the last gateway goes")
    func last() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.world.turn("main", isOff: true)
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            #expect(try await client.page("/gateways", cookies: anna).contains("no gateway available"))
            let last = try await client.page("/gateways/backup/off", cookies: anna)
            #expect(last.contains("nobody gets a code"))
            #expect(last.contains("In the last minutes fewer than one person a minute asked for a code."))
            #expect(last.contains(#"<button class="do grave">Switch backup off</button>"#))
        }
    }

    @Test("show what a weight would do before it is given, and take no weight that is none")
    func weights() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let preview = try await client.page("/gateways/main/weight?weight=1", cookies: anna)
            #expect(preview.contains("now main 75 %, backup 25 %; then main 50 %, backup 50 %"))
            for weight in ["1001", "-1", "x"] {
                let form = "weight=\(weight)&reason=x"
                let answer = try await client.send(.post, "/gateways/main/weight", cookies: anna, form: form)
                #expect(answer.status == .badRequest, "\(weight)")
            }
            _ = try await client.send(.post, "/gateways/main/weight", cookies: anna, form: "weight=1&reason=x")
            #expect(try await fixture.world.gateways().gateways["main"]?.control.weight == 1)
            _ = try await client.send(.post, "/gateways/main/weight", cookies: anna, form: "weight=&reason=x")
            #expect(try await fixture.world.gateways().gateways["main"]?.control.weight == nil)
        }
    }
}
