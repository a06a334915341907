import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of workers, the audit, events and settings")
struct MorePagesTests {
    @Test("mark an unresponsive worker, and a worker of another version")
    func workers() async throws {
        let fixture = try await DashboardFixture()
        let update = WorkerUpdate(status: .sample(host: "h<1>", inHand: 500), gateways: GatewayUpdate(notices: []))
        _ = try await fixture.world.seat(of: 1).exchange(update)
        fixture.clock.advance(by: .seconds(60))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let worker = try await client.twin("/workers", cookies: viewer)["workers"]?.array?.first
            #expect(worker?["isSilent"] == true && worker?["isOtherVersion"] == true && worker?["busyShare"] == 0.5)
            let page = try await client.page("/workers", cookies: viewer)
            #expect(
                page.contains("h&lt;1&gt;") && page.contains("<strong class=\"pill down\">unresponsive</strong>")
                    && page.contains("differs"))
        }
    }

    @Test("show the lines of the audit that fit the address, page by page, and refuse words that no line can have")
    func audit() async throws {
        let fixture = try await DashboardFixture()
        for number in 1...150 { try fixture.world.note(entry("anna", "queue \(number)")) }
        try fixture.world.note(entry("ben", "<b>"))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let first = try await client.twin("/audit?actor=anna&action=pause-queue", cookies: viewer)
            #expect(first["lines"]?.array?.count == 100)
            let older = try #require(first["older"]?.string)
            #expect(try await client.twin(older, cookies: viewer)["lines"]?.array?.count == 50)
            let page = try await client.page("/audit?actor=ben", cookies: viewer)
            #expect(page.contains("&lt;b&gt;") && !page.contains("queue 150"))
            for query in ["action=dance", "result=maybe", "before=x"] {
                #expect(try await client.send(.get, "/audit?" + query, cookies: viewer).status == .badRequest)
            }
        }
    }

    @Test("give the audit as a file in which nothing is a formula, to people who have signed in only")
    func file() async throws {
        let fixture = try await DashboardFixture()
        for reason in ["=1+1", "+1", "-1", "@x", "\tx", "say \"no\", now"] {
            try fixture.world.note(entry("anna", "queue", reason: reason))
        }
        try await fixture.serve { client in
            #expect(try await client.send(.get, "/audit.csv").status == .seeOther)
            let viewer = try await client.cookies(of: .viewer)
            let answer = try await client.send(.get, "/audit.csv?actor=anna", cookies: viewer)
            #expect(answer.headers[.contentType] == "text/csv; charset=utf-8")
            #expect(answer.headers[.contentDisposition] == "attachment; filename=\"audit.csv\"")
            let ends = String(buffer: answer.body).split(separator: "\r\n").dropFirst().map { line in
                line.split(separator: "\"queue\",", maxSplits: 1).last.map { String($0.dropLast(#","""#.count)) }
            }
            let quoted = "\"say \"\"no\"\", now\""
            #expect(ends == [quoted, "\"'\tx\"", "\"'@x\"", "\"'-1\"", "\"'+1\"", "\"'=1+1\""])
        }
    }

    @Test("show of an app's endpoint its machine and how its calls went, and no more of its URL")
    func events() async throws {
        let fixture = try await DashboardFixture()
        let id = try #require(AppID("shop"))
        var app = App(id: id, displayName: "Shop")
        let secret = try #require(StoreBench.ring.seal(endpointSecret: "whsec_sentinel", of: id))
        app.endpoint = EventEndpoint(url: "https://u:sentinel@shop.example/sentinel?t=sentinel", secret: secret)
        fixture.world.put(app)
        try await fixture.world.add([
            Tally(TallyKey(.eventFailed, in: Minute(fixture.clock.now), app: "shop", reason: "status-503"), count: 4)
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/events", cookies: viewer)
            #expect(page.contains("shop.example") && page.contains("status-503") && !page.contains("sentinel"))
            let row = try await client.twin("/events", cookies: viewer)["apps"]?.array?.first
            #expect(row?["host"] == "shop.example" && row?["failed"] == 4 && row?["isBad"] == true)
        }
    }

    @Test("show each setting with its source, a word in place of a secret, and whose settings they are")
    func config() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/config", cookies: viewer)
            #expect(page.contains("<p class=\"verdict degraded\">phone is the only way in</p>"))
            #expect(page.contains("(secret)") && page.contains("environment") && page.contains("not set"))
            #expect(page.contains("this dashboard's process") || page.contains("this dashboard&#39;s process"))
            let settings = try await client.twin("/config", cookies: viewer)["settings"]?.array
            #expect(settings?.map { $0["origin"]?.string } == ["environment", "default", nil])
        }
    }

    private func entry(_ actor: String, _ subject: String, reason: String = "") -> AuditEntry {
        AuditEntry(actor: actor, action: .pauseQueue, subject: subject, reason: reason, result: .done)
    }
}
