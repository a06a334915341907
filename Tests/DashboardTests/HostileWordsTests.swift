import HTTPTypes
import HummingbirdTesting
import NIOCore
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

/// A tenant, an operator, a host and a producer whose words are scripts.
@Suite("Hostile words")
struct HostileWordsTests {
    private static let words = #"</title></textarea></pre><script>alert(1)</script>"'><img src=x onerror=alert(2)>"#

    @Test("reach every page as words, also the pages of apps, incidents, rules, dead letters and accounts")
    func pages() async throws {
        let fixture = try await DashboardFixture()
        try await plant(in: fixture)
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .admin)
            let shown = [
                "/", "/incidents", "/incidents/1", "/rules/requests-paused", "/queues", "/queues/dead", "/audit",
                "/workers",
            ]
            let others = [
                "/rules", "/rules/no-api", "/apps", "/apps/acme", "/account", "/limits", "/failures", "/countries",
                "/gateways", "/gateways/main", "/events", "/more", "/verifications", "/test-numbers", "/help",
                "/config",
            ]
            for path in shown + others {
                let page = try await client.page(path, cookies: anna)
                #expect(isHarmless(page), "\(path)")
                if shown.contains(path) {
                    #expect(page.contains("&lt;script&gt;alert("), "\(path) does not show the words")
                }
            }
        }
    }

    @Test("are harmless in a preview, in an address and in a file as well")
    func elsewhere() async throws {
        let fixture = try await DashboardFixture()
        try await plant(in: fixture)
        let typed = Self.words.addingPercentEncodingOfAll
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .admin)
            for path in [
                "/findings/no-api/acknowledge?reason=\(typed)", "/queues/requests/resume?reason=\(typed)",
                "/apps?window=\(typed)", "/apps/\(typed)", "/incidents?rule=\(typed)", "/rules/\(typed)",
                "/queues/dead/\(typed)/replay", "/account?told=\(typed)", "/verifications?app=\(typed)",
            ] {
                let answer = try await client.send(.get, path, cookies: anna)
                #expect(isHarmless(String(buffer: answer.body)), "\(path)")
            }
            let report = try await client.send(.get, "/incidents/1/post-mortem.md", cookies: anna)
            // Markdown has a backslash before each sign of HTML.
            #expect(report.status == .ok && !String(buffer: report.body).contains("<script>"))
        }
    }

    /// Neither opens an element nor ends the one around it.
    private func isHarmless(_ text: String) -> Bool {
        !text.contains("<script>alert") && !text.contains("<img") && !text.contains("</pre><script")
    }

    private func plant(in fixture: DashboardFixture) async throws {
        let (world, words, now) = (fixture.world, Self.words, fixture.clock.now)
        let minute = Minute(now) - 3
        _ = try await world.pause(.requests, by: words, because: words)
        try world.note(AuditEntry(actor: words, action: .changeBlock, subject: words, reason: words, result: .done))
        _ = try world.acknowledge(
            AcknowledgementDraft(
                rule: "no-api", level: 2, subjects: [""], who: words, reason: words, until: now + .seconds(600)))
        let sighting = IncidentSighting(
            accusation: Incident.Accusation(rule: "gateway-fails", subject: words),
            worst: Incident.Worst(level: .down, sentence: words, measure: words), beganAt: now, isAtLeast: false,
            lastSeenAt: now, isOver: true)
        try world.keep(
            IncidentReport(
                sightings: [sighting], holding: [], staleBefore: nil, watchedSince: now, note: words,
                marks: [Mark(at: now, kind: .dashboardStarted, subject: words, detail: words)]))
        _ = try await world.seat(of: 1).exchange(
            WorkerUpdate(status: .sample(host: words), gateways: GatewayUpdate(notices: [])))
        for kind in [TallyKind.started, .failed, .callRefused, .undelivered, .turnedAway, .eventFailed] {
            let keys = [words, "acme"].map {
                TallyKey(kind, in: minute, app: $0, region: words, gateway: words, reason: words)
            }
            try await world.add(keys.map { Tally($0, count: 30) })
        }
        try await die(on: fixture.queue)
    }

    private func die(on queue: InMemoryQueue) async throws {
        let inbox = queue.openInbox(prefetch: 1)
        queue.put(Array(Self.words.utf8), type: Self.words, contentType: Self.words)
        for await deliveries in inbox.deliveries {
            for delivery in deliveries {
                await inbox.settle(delivery, as: .deadLetter(DeadLetter(.invalidMember, detail: Self.words)))
            }
            break
        }
    }
}

extension String {
    /// For an address: everything but letters and digits in percent encoding.
    fileprivate var addingPercentEncodingOfAll: String {
        utf8.map { byte in
            let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
