import HTTPTypes
import HummingbirdTesting
import NIOCore
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of incidents")
struct IncidentPagesTests {
    private static let hostile = "</textarea><script>alert(1)</script>"

    @Test("list incidents newest first by rule and page, and say what is still open")
    func list() async throws {
        let fixture = try await DashboardFixture()
        for number in 1...60 { try keep("gateway-fails", "g\(number)", at: fixture, isOver: number < 60) }
        try keep("codes-late", "", at: fixture)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(try await client.page("/more", cookies: viewer).contains("href=\"/a/b/incidents\""))
            let twin = try await client.twin("/incidents", cookies: viewer)
            let first = twin["incidents"]?.array ?? []
            #expect(first.count == 50 && first[0]["rule"] == "codes-late" && first[0]["isOpen"] == true)
            #expect(first[1]["subject"] == "g60" && first[2]["isOpen"] == false)
            let older = try #require(twin["older"]?.string)
            let second = try await client.twin(older, cookies: viewer)
            #expect(second["incidents"]?.array?.count == 11 && second["older"] == .null)
            let late = try await client.twin("/incidents?rule=codes-late", cookies: viewer)
            #expect(late["incidents"]?.array?.count == 1)
            let page = try await client.page(older, cookies: viewer)
            #expect(page.contains("gateway-fails of g1<") && page.contains(">Newest</a>"))
            for path in ["/incidents?rule=other", "/incidents?before=x"] {
                #expect(try await client.send(.get, path, cookies: viewer).status == .badRequest, "\(path)")
            }
        }
    }

    @Test("tell an incident with what changed, and hand out its post-mortem; hostile texts stay texts")
    func story() async throws {
        let fixture = try await DashboardFixture()
        try fixture.world.note(
            AuditEntry(
                actor: "anna", action: .switchGateway, subject: "gateway main: off", reason: Self.hostile, result: .done
            ))
        try keep("gateway-fails", Self.hostile, at: fixture)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/incidents/1", cookies: viewer)
            #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;alert(1)"))
            #expect(page.ranges(of: "</textarea>").count == 1)
            #expect(page.contains("href=\"/a/b/audit?before=2\""))
            let twin = try await client.twin("/incidents/1", cookies: viewer)
            #expect(twin["happenings"]?.array?.count == 1 && twin["incident"]?["subject"]?.string == Self.hostile)
            let file = try await client.send(.get, "/incidents/1/post-mortem.md", cookies: viewer)
            #expect(file.headers[.contentType] == "text/markdown; charset=utf-8")
            let text = String(buffer: file.body)
            #expect(text.hasPrefix("# Incident 1: ") && text.contains("\\<script\\>") && !text.contains("<script>"))
            for path in ["/incidents/2", "/incidents/x", "/incidents/2/post-mortem.md"] {
                #expect(try await client.send(.get, path, cookies: viewer).status == .notFound, "\(path)")
            }
            let stranger = try await client.send(.get, "/incidents/1/post-mortem.md")
            #expect(stranger.status == .seeOther || stranger.status == .unauthorized)
        }
    }

    @Test("the overview has a strip of a day, and keeps it while the store of incidents is away")
    func strip() async throws {
        let fixture = try await DashboardFixture()
        try keep("gateway-fails", "main", at: fixture)
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let strip = try await client.twin("/overview", cookies: viewer)["strip"]
            let cells = strip?["cells"]?.array ?? []
            #expect(cells.count == 96 && cells[95]["level"] == "DOWN" && cells[0]["level"] == .null)
            #expect(strip?["count"] == 1 && strip?["downQuarters"] == 1)
            let page = try await client.page("/", cookies: viewer)
            #expect(page.contains("<rect class=\"down\"") && page.contains("Incidents of the last 24 hours: 1."))
            fixture.world.away = [.incidents]
            #expect(try await client.page("/", cookies: viewer).contains("<rect class=\"down\""))
            #expect(try await client.send(.get, "/incidents", cookies: viewer).status == .serviceUnavailable)
        }
    }

    private func keep(
        _ rule: String, _ subject: String, at fixture: DashboardFixture, isOver: Bool = false
    ) throws {
        let now = fixture.clock.now
        let sighting = IncidentSighting(
            accusation: Incident.Accusation(rule: rule, subject: subject),
            worst: Incident.Worst(level: .down, sentence: "\(subject) fails", measure: "1 of 2"), beganAt: now,
            isAtLeast: false, lastSeenAt: now, isOver: isOver)
        try fixture.world.keep(
            IncidentReport(sightings: [sighting], holding: [], staleBefore: nil, watchedSince: now, note: "OK"))
    }
}
