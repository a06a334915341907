import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import Dashboard

/// What a browser is not needed for; the tests with a browser judge whole pages.
@Suite("The looks of pages")
struct LooksTests {
    @Test("each text has the contrast of WCAG AA on its ground, in the light and in the dark")
    func contrast() async throws {
        try await DashboardFixture().serve { client in
            let answer = try await client.send(.get, "/assets/dashboard.css")
            let colours = try Colours(String(buffer: answer.body))
            let texts: [(text: String, grounds: [String])] = [
                ("ink", ["ground", "card", "fine-ground", "warn-ground", "bad-ground", "soft-ground"]),
                ("soft", ["ground", "card", "soft-ground", "fine-ground", "warn-ground", "bad-ground"]),
                ("accent", ["ground", "card"]), ("fine", ["card", "fine-ground"]), ("warn", ["card", "warn-ground"]),
                ("bad", ["card", "bad-ground"]), ("processed", ["card"]), ("delivered", ["card"]), ("times", ["card"]),
                ("ground", ["ink", "accent"]),
            ]
            for (text, grounds) in texts {
                for ground in grounds {
                    for theme in Colours.Theme.allCases {
                        let contrast = try colours.contrast(of: text, on: ground, in: theme)
                        #expect(contrast >= 4.5, "\(text) on \(ground) in the \(theme): \(contrast)")
                    }
                }
            }
        }
    }

    @Test("the red of the alarm is for failures: no other line of a chart has it")
    func red() async throws {
        try await DashboardFixture().serve { client in
            let styles = String(buffer: try await client.send(.get, "/assets/dashboard.css").body)
            for tone in ChartTone.allCases {
                let rule = try #require(
                    styles.split(separator: "\n").first { $0.hasPrefix(".line.\(tone.rawValue) ") }, "\(tone)")
                #expect(rule.contains("--bad") == (tone == .failed), "\(tone)")
            }
            for tone in StatusTone.allCases where tone != .neutral {
                #expect(styles.contains(".pill.\(tone.rawValue) "), "\(tone)")
            }
        }
    }

    @Test("a status has the colour of its meaning, and a word that is unknown has none")
    func statuses() {
        for state in GatewayState.allCases where state != .off {
            #expect(StatusTone(of: state.rawValue) != .neutral, "\(state)")
        }
        for result in AuditEntry.Result.allCases {
            #expect((StatusTone(of: result.rawValue) == .fine) == (result == .done), "\(result)")
        }
        for activity in WorkerActivity.allCases where activity != .stopping {
            #expect((StatusTone(of: activity.rawValue) == .fine) == (activity == .consuming), "\(activity)")
        }
        #expect(StatusTone(of: "failed") == .down && StatusTone(of: "approved") == .fine)
        #expect(StatusTone(of: "\" onclick=") == .neutral)
    }

    @Test("on a phone each value of a row has the name of its column")
    func cards() async throws {
        let fixture = try await DashboardFixture()
        try await fill(fixture)
        try await fixture.serve { client in
            let cookies = try await client.cookies(of: .admin)
            var tables = 0
            for path in [
                "/", "/audit", "/config", "/countries", "/events", "/failures", "/gateways", "/gateways/main",
                "/limits",
                "/queues", "/verifications", "/workers",
            ] {
                for table in cardTables(try await client.page(path, cookies: cookies)) {
                    tables += 1
                    for row in table.rows {
                        for (head, cell) in zip(table.heads, row) {
                            #expect(cell == nil || cell == head, "\(path): \(table.heads)")
                        }
                        #expect(row.count == table.heads.count, "\(path): \(table.heads)")
                    }
                }
            }
            #expect(tables >= 10)
        }
    }

    @Test("the way of a code leads from the API to the phone, with numbers and an hour of each part")
    func flow() async throws {
        let fixture = try await DashboardFixture()
        try await fill(fixture)
        try await fixture.serve { client in
            let cookies = try await client.cookies(of: .viewer)
            let flow = try #require(try await client.twin("/overview", cookies: cookies)["flow"]?.array)
            #expect(flow.map { $0["name"] } == ["API", "Broker", "Workers", "Gateways", "Phones"])
            #expect(flow[2]["count"] == 1 && flow[3]["count"] == 2 && flow[3]["of"] == 2)
            #expect(flow[4]["share"] == 0.9)
            #expect(flow.allSatisfy { $0["series"]?["lines"]?.array?.first?["values"]?.array?.count == 60 })
            let page = try await client.page("/", cookies: cookies)
            #expect(page.ranges(of: "<svg class=\"spark\"").count == 5 && page.contains("90 % <small>delivered"))
        }
    }

    @Test("the charts of the overview show last week, and what operators changed, whatever their words")
    func marks() async throws {
        let fixture = try await DashboardFixture()
        let week = 7 * 24 * 60
        try await fixture.world.add([
            Tally(TallyKey(.started, in: Minute(fixture.clock.now) - 5 - week), count: 1_234)
        ])
        let script = "<script>alert(1)</script>"
        try fixture.world.note(
            AuditEntry(actor: "anna", action: .changeBlock, subject: script, reason: "x", result: .done))
        try await fixture.serve { client in
            let cookies = try await client.cookies(of: .viewer)
            let chart = try await client.twin("/overview", cookies: cookies)["charts"]?.array?.first?["series"]
            let before = chart?["lines"]?.array?.first { $0["tone"] == "week-before" }
            #expect(before?["values"]?.array?.contains(1_234) == true)
            #expect(chart?["isLastPartial"] == true && chart?["marks"]?.array?.count == 1)
            let page = try await client.page("/", cookies: cookies)
            #expect(!page.contains(script) && page.contains("<line class=\"mark\""))
        }
    }

    @Test("a chart tells within how long half, 95 % and 99 % of the requests of a minute had a verdict")
    func waits() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now) - 1
        try await fixture.world.add([
            Tally(TallyKey(.wait, in: minute, reason: "0.25"), count: 90),
            Tally(TallyKey(.wait, in: minute, reason: "10"), count: 8),
            Tally(TallyKey(.wait, in: minute, reason: "longer"), count: 2),
        ])
        try await fixture.serve { client in
            let cookies = try await client.cookies(of: .viewer)
            let charts = try await client.twin("/overview", cookies: cookies)["charts"]?.array
            let series = charts?.first { $0["name"] == "Wait for a worker" }?["series"]
            let lines = try #require(series?["lines"]?.array)
            #expect(series?["unit"] == "seconds" && lines.map { $0["values"]?.array?[58] } == [0.25, 10, 1_800])
            #expect(lines.allSatisfy { $0["values"]?.array?[57] == .null }, "in this minute none was decided")
            #expect(try await client.page("/", cookies: cookies).contains("95 % within <strong>10\u{A0}s</strong>"))
        }
    }

    /// A worker, and ten minutes of requests to `main`, of whose messages nine in ten were delivered.
    private func fill(_ fixture: DashboardFixture) async throws {
        _ = try await fixture.world.seat(of: 1).exchange(
            WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: [])))
        let minutes = (5..<15).map { Minute(fixture.clock.now) - $0 }
        for minute in minutes {
            try await fixture.world.add([
                Tally(TallyKey(.started, in: minute, region: "DE"), count: 10),
                Tally(TallyKey(.wait, in: minute, reason: "0.1"), count: 10),
                Tally(TallyKey(.callAccepted, in: minute, region: "DE", gateway: "main"), count: 10),
                Tally(TallyKey(.accepted, in: minute, region: "DE", gateway: "main"), count: 10),
                Tally(TallyKey(.delivered, in: minute, region: "DE", gateway: "main"), count: 9),
                Tally(TallyKey(.undelivered, in: minute, region: "DE", gateway: "main", reason: "error-3"), count: 1),
            ])
        }
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        _ = try await bench.send(try bench.request())
    }
}

/// The tables of a page that become cards: the names of their columns, and the name that each cell gives; nil for the head of
/// a row, which needs none.
private func cardTables(_ page: String) -> [(heads: [String], rows: [[String?]])] {
    page.split(separator: "<table class=\"cards\">").dropFirst().map { part in
        let table = part.split(separator: "</table>").first ?? ""
        let halves = table.split(separator: "<tbody>")
        let heads = halves[0].matches(of: #/<th scope="col"[^>]*>([^<]*)</#).map { String($0.output.1) }
        let rows = (halves.last ?? "").split(separator: "</tr>").filter {
            $0.contains("<td") && !$0.contains("colspan")
        }
        return (
            heads,
            rows.map { row in
                row.matches(of: #/<(th scope="row"|td)(?: data-label="([^"]*)")?/#).map { match in
                    match.output.1 == "td" ? String(match.output.2 ?? "") : nil
                }
            }
        )
    }
}
