import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("Pages of the audit, events, workers and settings with nothing, with much, and with other people's words")
struct PageEdgesTests {
    private static let script = "\"><script>alert(1)</script>"

    @Test("with nothing to show, each says so")
    func nothing() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for (path, words) in [
                ("/audit", ">No results<"), ("/audit?actor=nobody", ">No results<"),
                ("/events", "No app has a webhook endpoint."), ("/events", "No failure was counted."),
                (
                    "/workers",
                    "No worker is running, and none was lost in the last hour: nobody gets a code until a worker starts."
                ),
                ("/config", "none alive, as far as this page knows"),
            ] {
                #expect(try await client.page(path, cookies: viewer).contains(words), "\(path)")
            }
        }
    }

    @Test("the audit shows the words of people and the filter as text, and filters by them")
    func hostileAudit() async throws {
        let fixture = try await DashboardFixture()
        let words = Self.script
        try fixture.world.note(
            AuditEntry(actor: words, action: .changeBlock, subject: words, reason: words, result: .failed))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let query = "actor=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E&result=failed"
            let page = try await client.page("/audit?" + query, cookies: viewer)
            #expect(!page.contains("<script>alert") && page.ranges(of: "&lt;script&gt;alert").count >= 4)
            #expect(page.contains("<option selected>failed</option>"))
            #expect(try await client.twin("/audit?" + query, cookies: viewer)["lines"]?.array?.count == 1)
            let file = try await client.send(.get, "/audit.csv?" + query, cookies: viewer)
            #expect(String(buffer: file.body).contains("\"\"\"><script>alert(1)</script>\""))
            #expect(file.headers[.xContentTypeOptions] == "nosniff", "no browser takes the file for a page")
            for query in ["action=%3Cscript%3E", "result=x"] {
                let answer = try await client.send(.get, "/audit.csv?" + query, cookies: viewer)
                #expect(answer.status == .badRequest && !String(buffer: answer.body).contains("<script>"), "\(query)")
            }
        }
    }

    @Test("in the file of the audit nobody's words end a field or begin a formula, whatever accents follow")
    func forgedFile() async throws {
        let fixture = try await DashboardFixture()
        let accent = "\u{0301}"
        for reason in ["x\"\(accent),=1+1", "=\u{200D}1+1", "x\"\(accent)\r\n\"31\",\"admin\""] {
            try fixture.world.note(
                AuditEntry(actor: "anna", action: .changeBlock, subject: "x", reason: reason, result: .forbidden))
        }
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let file = try await client.send(.get, "/audit.csv?actor=anna", cookies: viewer)
            let bytes = Array(file.body.readableBytesView)
            // Outside of quotation marks stand only commas and ends of lines.
            var isInside = false
            for byte in bytes {
                if byte == UInt8(ascii: "\"") { isInside.toggle() }
                #expect(isInside || [UInt8(ascii: "\""), UInt8(ascii: ","), 13, 10].contains(byte))
            }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.unicodeScalars.contains("'"), "the formula has an apostrophe")
        }
    }

    @Test("a NUL in a form or an address does nothing and is refused; a reason is a single line")
    func controls() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let cookies = try await client.cookies(of: .operator)
            for (path, form) in [
                ("/gateways/main/weight", "weight=7&reason=a%00b"), ("/gateways/main/weight", "weight=7&reason=a%0Ab"),
                ("/gateways/ma%00in/weight", "weight=7&reason=a"), ("/queues/requests/pause", "reason=a%0D%0Ab"),
            ] {
                let answer = try await client.send(.post, path, cookies: cookies, form: form)
                #expect(answer.status == .badRequest, "\(path) \(form)")
            }
            #expect(try await client.send(.get, "/audit?actor=%00", cookies: cookies).status == .badRequest)
            #expect(try await fixture.world.gateways().gateways["main"]?.control.weight == nil)
            #expect(try await fixture.world.workforce().pauses.isEmpty)
        }
    }

    @Test("a filter's spaces are read as browsers write them, and a plus that a person types in an address is a plus")
    func spaces() async throws {
        let fixture = try await DashboardFixture()
        try fixture.world.note(
            AuditEntry(actor: "anna b", action: .changeBlock, subject: "x", reason: "", result: .done))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(try await client.twin("/audit?actor=anna+b", cookies: viewer)["lines"]?.array?.count == 1)
            for query in ["from=2026-01-31+18:00", "where=+49", "where=%2B49"] {
                let answer = try await client.send(.get, "/verifications?" + query, cookies: viewer)
                #expect(answer.status == .ok, "\(query)")
            }
        }
    }

    @Test("no page says what a link makes up")
    func madeUp() async throws {
        try await DashboardFixture().serve { client in
            let cookies = try await client.cookies(of: .admin)
            for path in [
                "/failures/limited/-/Call%20555", "/failures/call-refused/Call%20555/-",
                "/queues/dead/replay?of=Call%20555",
                "/gateways/Call%20555", "/verifications/Call%20555", "/test-numbers/Call%20555/add",
            ] {
                let answer = try await client.send(.get, path, cookies: cookies)
                let said = String(buffer: answer.body)
                #expect(!said.contains("Call 555"), "\(path)")
            }
        }
    }

    @Test("the events show apps' names and receivers' words as text, and count apps that have no endpoint any more")
    func hostileEvents() async throws {
        let fixture = try await DashboardFixture()
        for number in 1...60 { try put("app-\(number)", url: "https://\(Self.script)/x", in: fixture) }
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.eventFailed, in: minute, app: "app-1", reason: Self.script), count: 2),
            Tally(TallyKey(.eventTold, in: minute, app: Self.script), count: 5),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/events", cookies: viewer)
            #expect(twin["apps"]?.array?.count == 60)
            #expect(twin["others"]?.array?.map { $0["told"] } == [5])
            let page = try await client.page("/events", cookies: viewer)
            #expect(!page.contains("<script>alert") && page.contains("no endpoint"))
            #expect(page.ranges(of: "&lt;script&gt;").count >= 62)
        }
    }

    @Test("where events of an app without an endpoint were counted, the events do not say that nobody was told")
    func eventsWithoutReceivers() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.world.add([Tally(TallyKey(.eventTold, in: Minute(fixture.clock.now), app: "shop"), count: 5)])
        try await fixture.serve { client in
            let page = try await client.page("/events", cookies: try await client.cookies(of: .viewer))
            #expect(page.contains("shop") && page.contains("no endpoint"))
            #expect(!page.contains("No app has a webhook endpoint."))
        }
    }

    @Test("very many workers are all listed, with the words of each as text, and the settings count their versions")
    func manyWorkers() async throws {
        let fixture = try await DashboardFixture()
        for number in 1...200 {
            let status = WorkerStatus(
                host: Self.script, version: Self.script, processID: number, startedAt: fixture.clock.now, inHand: 1,
                oldestAt: fixture.clock.now, prefetch: 0, activity: .heldUp, paused: [.requests, .events],
                links: [:])
            let update = WorkerUpdate(status: status, gateways: GatewayUpdate(notices: []))
            _ = try await fixture.world.seat(of: UInt64(number)).exchange(update)
        }
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/workers", cookies: viewer)
            #expect(twin["living"] == 200 && twin["hasSilent"] == false)
            let first = twin["workers"]?.array?.first
            #expect(first?["paused"] == ["requests", "events"])
            #expect(first?["busyShare"] == .null, "of nothing it has no share")
            for path in ["/workers", "/config"] {
                let page = try await client.page(path, cookies: viewer)
                #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;alert"), "\(path)")
            }
            let versions = try await client.twin("/config", cookies: viewer)["workerVersions"]?.array
            #expect(versions?.map { $0["workers"] } == [200] && versions?.first?["isOther"] == true)
        }
    }

    @Test("the settings show no secret's value, and a host's name as text")
    func settings() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/config", cookies: viewer)
            #expect(page.contains("host &lt;1&gt;, process 4711") && !page.contains("host <1>"))
            #expect(page.contains("VERIFYD_<wbr>AMQP_<wbr>URL<wbr>"), "a long name may break")
            let secret = try await client.twin("/config", cookies: viewer)["settings"]?.array?.first
            #expect(secret?["isSecret"] == true && secret?["value"] == "(secret)")
        }
    }

    private func put(_ name: String, url: String, in fixture: DashboardFixture) throws {
        let id = try #require(AppID(name))
        var app = App(id: id, displayName: Self.script)
        let secret = try #require(StoreBench.ring.seal(endpointSecret: "whsec_test", of: id))
        app.endpoint = EventEndpoint(url: url, secret: secret)
        fixture.world.put(app)
    }
}
