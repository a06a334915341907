import HTTPTypes
import HummingbirdTesting
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
        try await fixture.tallies.add([
            Tally(TallyKey(.callAccepted, in: minute, region: "DE", gateway: "main"), 30),
            Tally(TallyKey(.callRefused, in: minute, region: "DE", gateway: "main", reason: "busy-<x>"), 10),
            Tally(TallyKey(.callTime, in: minute, gateway: "main", reason: "0.1"), 40),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let main = try await client.twin("/gateways", cookies: viewer)["gateways"]?.array?.first
            #expect(main?["name"] == "main" && main?["calls"] == 40 && main?["acceptedShare"] == 0.75)
            #expect(main?["p95Seconds"] == 0.1 && main?["state"] == "works")
            #expect(main?["routes"] == ["FR", "everything else"])
            let page = try await client.page("/gateways", cookies: viewer)
            #expect(!page.contains("Off…"), "a viewer gets no buttons")
            let detail = try await client.page("/gateways/main", cookies: viewer)
            #expect(detail.contains("busy-&lt;x&gt;") && detail.contains("<svg") && detail.contains("DE"))
            #expect(try await client.send(.get, "/gateways/other", cookies: viewer).status == .notFound)
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
            #expect(try await fixture.board.overview().gateways.isEmpty)
            let anna = try await client.cookies(of: .operator)
            let preview = try await client.page("/gateways/main/off", cookies: anna)
            #expect(preview.contains("nobody takes the messages of FR") && preview.contains("then backup 100 %"))
            _ = try await client.send(.post, "/gateways/main/off", cookies: anna, form: "reason=broken")
            #expect(try await fixture.board.overview().gateways["main"]?.control.isOff == true)
        }
    }

    @Test("say which route has nobody left, and warn before the last gateway goes")
    func last() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.board.turn("main", isOff: true)
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            #expect(try await client.page("/gateways", cookies: anna).contains("nobody takes them"))
            let last = try await client.page("/gateways/backup/off", cookies: anna)
            #expect(last.contains("nobody gets a code"))
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
            #expect(try await fixture.board.overview().gateways["main"]?.control.weight == 1)
            _ = try await client.send(.post, "/gateways/main/weight", cookies: anna, form: "weight=&reason=x")
            #expect(try await fixture.board.overview().gateways["main"]?.control.weight == nil)
        }
    }
}
