import HTTPTypes
import HummingbirdTesting
import NIOCore
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The page of the help")
struct HelpPageTests {
    @Test("says of each rule when it holds and what to do first, at the place to which the overview leads")
    func rules() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rules = try #require(try await client.twin("/help", cookies: viewer)["rules"]?.array)
            #expect(rules.map { $0["rule"] } == Rule.allCases.map { .string($0.rawValue) })
            for (rule, row) in zip(Rule.allCases, rules) {
                #expect(row["holds"] == .string(rule.condition) && !rule.condition.isEmpty, "\(rule)")
                #expect(row["advice"] == .string(rule.advice) && !rule.advice.isEmpty, "\(rule)")
            }
            let page = try await client.page("/help", cookies: viewer)
            for rule in Rule.allCases { #expect(page.contains("id=\"\(rule.rawValue)\""), "\(rule)") }
        }
    }

    @Test("gives every word that a page shows its meaning, and no two meanings to a word of the same group")
    func words() async throws {
        try await DashboardFixture().serve { client in
            let twin = try await client.twin("/help", cookies: try await client.cookies(of: .viewer))
            let groups = try #require(twin["groups"]?.array)
            let explained = groups.map { group in (group["words"]?.array ?? []).compactMap { $0["word"]?.string } }
            for words in explained { #expect(Set(words).count == words.count) }
            for word in Self.shown { #expect(explained.contains { $0.contains(word) }, "\(word)") }
            let actions = twin["roles"]?.array?.flatMap { $0["actions"]?.array ?? [] }
                .compactMap { $0["action"]?.string }
            for action in OperatorAction.allCases.map({ $0.rawValue.replacing("-", with: " ") }) {
                #expect(explained.contains { $0.contains(action) } || actions?.contains(action) == true, "\(action)")
            }
            for word in groups.flatMap({ $0["words"]?.array ?? [] }) {
                #expect((word["meaning"]?.string?.count ?? 0) > 10, "\(word)")
            }
        }
    }

    @Test("explains each kind of failure by the words with which the page of failures names it")
    func failures() async throws {
        let fixture = try await DashboardFixture()
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add(FailureQueries.kinds.map { Tally(TallyKey($0, in: minute), count: 1) })
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let groups = try #require(try await client.twin("/failures", cookies: viewer)["groups"]?.array)
            #expect(groups.count == FailureQueries.kinds.count)
            let help = try await client.twin("/help", cookies: viewer)
            let words = try #require(help["groups"]?.array?.first { $0["name"] == "A failure is" }?["words"]?.array)
            #expect(Set(words.compactMap { $0["word"]?.string }) == Set(groups.compactMap { $0["what"]?.string }))
        }
    }

    @Test("names every role and every action, each with what it does")
    func actions() async throws {
        try await DashboardFixture().serve { client in
            let twin = try await client.twin("/help", cookies: try await client.cookies(of: .viewer))
            let roles = try #require(twin["roles"]?.array)
            #expect(roles.map { $0["role"] } == OperatorRole.allCases.map { .string($0.rawValue) })
            let actions = roles.flatMap { $0["actions"]?.array ?? [] }
            #expect(actions.count == OperatorAction.allCases.filter { !$0.isByCommandOnly }.count)
            #expect(actions.allSatisfy { ($0["meaning"]?.string?.count ?? 0) > 10 })
        }
    }

    @Test("names the keys of the menu and of the script, and no others")
    func keys() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let keys = try await client.twin("/help", cookies: viewer)["keys"]?.array?.compactMap { $0["keys"]?.string }
            let page = try await client.page("/help", cookies: viewer)
            let places = page.matches(of: #/data-key="(?<key>.)"/#).map { "g \($0.key)" }
            let script = String(buffer: try await client.send(.get, "/assets/dashboard.js").body)
            let table = try #require(script.firstMatch(of: #/const actions = \{(?<rows>(?s:.)*?)\n  \};/#)).rows
            let actions = table.matches(of: #/(?m)^    "?(?<key>[^":\s]+)"?: /#).map { String($0.key) }
            let others = actions.filter { $0 != "g" }.map { $0 == "Escape" ? "Esc" : $0 }
            #expect(Set(keys ?? []) == Set(places + others) && keys?.count == places.count + others.count)
        }
    }

    /// The words of the program that pages show as they are.
    private static let shown: [String] =
        VerificationStatus.allCases.map(\.rawValue) + MessageStatus.allCases.map(\.rawValue)
        + Judgement.Level.allCases.map(\.rawValue) + [
            "UNKNOWN", "OFF", "unresponsive", "healthy", "circuit open", "probing", "off",
        ]
        + BreakerReason.allCases.map(\.words) + WorkerActivity.allCases.map(\.rawValue)
        + CallReport.Outcome.allCases.map(\.rawValue)
        + RefusalReason.allCases.map(\.rawValue) + LimitReached.Limit.allCases.map(\.rawValue)
        + DeathReason.told.map(\.word) + TestNumber.Scenario.allCases.map(\.rawValue)
        + AuditEntry.Result.allCases.map(\.rawValue)
        + [
            "ready", "consumer", "retry queues", "retrying", "dead letter", "outbox", "in flight", "circuit breaker",
            "probe", "weight", "rate limit", "p50, p95", "trace", "started", "deduplicated", "rejected by policy",
            "rate-limited", "conversion", "backlog", "heartbeat", "webhook", "delivered", "deferred", "abandoned",
        ]
}
