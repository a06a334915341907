import HTTPTypes
import HummingbirdTesting
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The page of each rule")
struct RulePagesTests {
    @Test("says what the rule means, three steps with a command, and when it holds", arguments: Rule.allCases)
    func page(_ rule: Rule) async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/rules/\(rule.rawValue)", cookies: viewer)
            #expect(twin["meaning"]?.string == rule.meaning && twin["condition"]?.string == rule.condition)
            #expect(twin["steps"]?.array?.count == 3)
            let page = try await client.page("/rules/\(rule.rawValue)", cookies: viewer)
            #expect(page.ranges(of: "<pre><code>").count == 3)
            #expect(page.contains("What it means for people"))
            let help = try await client.page("/help", cookies: viewer)
            #expect(help.contains("href=\"/a/b/rules/\(rule.rawValue)\""))
        }
    }

    @Test("an unknown rule is no page, and the list names each rule once, with its level now")
    func list() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let unknown = try await client.send(.get, "/rules/no-luck", cookies: viewer)
            #expect(unknown.status == .notFound)
            let rules = try await client.twin("/rules", cookies: viewer)["rules"]?.array ?? []
            #expect(rules.map { $0["rule"]?.string } == Rule.allCases.map(\.rawValue))
            let workers = rules.first { $0["rule"] == "no-workers" }
            let database = rules.first { $0["rule"] == "database-away" }
            #expect(workers?["level"] == "DOWN" && database?["level"]?.isNull == true)
        }
    }

    @Test("a pause that holds is shown with its sentence, and only people who may act get the button")
    func holds() async throws {
        let fixture = try await DashboardFixture()
        _ = try await fixture.world.pause(.requests, by: "ben", because: "<b>fraud")
        try await fixture.serve { client in
            let path = "/rules/requests-paused"
            let finding = try await client.twin(path, cookies: try await client.cookies(of: .viewer))["finding"]
            #expect(finding?["level"] == "DOWN")
            #expect(finding?["sentence"]?.string?.hasSuffix("is paused by ben: <b>fraud.") == true)
            let seen = try await client.page(path, cookies: try await client.cookies(of: .viewer))
            #expect(!seen.contains("<b>fraud") && !seen.contains("Resume requests…"))
            let anna = try await client.cookies(of: .operator)
            let page = try await client.page(path, cookies: anna)
            #expect(page.contains("href=\"/a/b/queues/requests/resume\">Resume requests…</a>"))
            _ = try await fixture.world.resume(.requests)
            fixture.queries.expire()
            #expect(try await client.page(path, cookies: anna).contains("It does not hold now."))
        }
    }

    @Test("a gateway that is off is named in steps and buttons, and the other gateway is not")
    func gateway() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.world.turn("backup", isOff: true)
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let twin = try await client.twin("/rules/gateway-away", cookies: anna)
            #expect(twin["gateways"]?.array?.map { $0["name"]?.string } == ["backup"])
            #expect(twin["steps"]?.array?.last?["command"]?.string?.hasPrefix("verifyd gateways on backup ") == true)
            let actions = try #require(twin["actions"]?.array)
            #expect(actions.map { $0["words"] } == ["Switch backup on…", "Weight of backup…"])
            let page = try await client.page("/rules/gateway-away", cookies: anna)
            #expect(page.contains("href=\"https://status.example.com/?a=1&amp;b=2\""))
            #expect(try await client.page("/gateways/backup", cookies: anna).contains("status page of the provider"))
        }
    }
}
