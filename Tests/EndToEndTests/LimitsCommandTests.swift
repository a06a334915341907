import StrictJSON
import Testing
import VerificationCore

/// An operator helps people whom a limit has held.
@Suite("limits for an operator", .serialized, .timeLimit(.minutes(10)))
struct LimitsCommandTests {
    private static let rules = #"""
        {"resendAfter":0,"maxSends":100,"sendsPerPhone":[{"count":1,"seconds":86400}],"sendsPerIp":[]}
        """#

    @Test("what a phone has used is shown, and after a reset it gets its SMS")
    func showAndReset() async throws {
        try await withSite(rules: Self.rules) { site in
            let api = try await site.serve().caller
            let phones = Site.phones(2)
            let who = [Site.app, "--phone", phones[0], "--ip", "2001:db8:1:2::9"]
            let unused = try await site.run(["limits", "show"] + who)
            #expect(unused.array?.allSatisfy { $0["used"] == .integer(0) && $0["freeAt"] == nil } == true)

            for phone in phones { #expect(try await api.start(phone, wait: 30).status == 200) }
            #expect(try await api.start(phones[0], wait: 30).status == 429)
            let used = try await site.run(["limits", "show"] + who)
            let full = try #require(used.array?.first { $0["limit"] == "sends-per-phone" })
            #expect(full["used"] == .integer(1) && full["count"] == .integer(1) && full["seconds"] == .integer(86_400))
            #expect(full["of"]?.string == phones[0] && full["admitsAt"]?.string != nil)
            #expect(Self.used("sends-per-prefix", used) == 2 && Self.used("sends-per-app", used) == 2)
            #expect(Self.used("wrong-codes-per-ip", used) == 0 && Self.used("sends-per-ip", used) == nil)

            let reset = try await site.run(["limits", "reset", Site.app, "--phone", phones[0]])
            #expect(reset["reset"]?.array == ["sends-per-phone", "wrong-codes-per-phone"])
            #expect(reset["limits"].flatMap { Self.used("sends-per-phone", $0) } == 0)
            #expect(reset["limits"].flatMap { Self.used("sends-per-app", $0) } == 2)
            #expect(try await api.start(phones[0], wait: 30).status == 200)
            #expect(try await api.start(phones[1], wait: 30).status == 429, "its limit is another one")
            let shared = try await site.run(["limits", "reset", Site.app, "--limit", "sends-per-app"])
            #expect(shared["limits"].flatMap { Self.used("sends-per-app", $0) } == 0)
        }
    }

    @Test("what names somebody wrongly ends with 64, and who is not there with 66, in words")
    func refused() async throws {
        let sends = [Site.app, "--phone", "+4915112345678", "--limit", "sends-per-verification"]
        let mistakes: [(command: [String], words: String)] = [
            (["reset", Site.app], "say whose: --phone, --ip, or --limit sends-per-app"),
            (["reset", Site.app, "--limit", "sends-per-ip"], "sends-per-ip is a limit of an --ip"),
            (["reset", Site.app, "--limit", "sends-per-prefix"], "sends-per-prefix is a limit of a --phone"),
            (["reset"] + sends, "sends-per-verification ends with its verification"),
            (["reset", Site.app, "--limit", "unproven-sends"], "unproven-sends is a project's"),
            (["reset", Site.app, "--limit", "sends-per-phone-and-ip"], "is a limit of a --phone and an --ip"),
            (["reset", Site.app, "--limit", "sends"], "The value 'sends' is invalid"),
            (["show", "no-such-app"], "there is no app no-such-app"),
            (["show", Site.app, "--ip", "192.0.2.300"], "192.0.2.300 is not an address"),
            (["show", Site.app, "--phone", "+49"], "the number is too short"),
        ]
        try await withSite { site in
            for mistake in mistakes {
                let process = try site.start(["limits"] + mistake.command)
                let status: Int32 = mistake.words.hasPrefix("there is no ") ? 66 : 64
                #expect(try await process.exit() == .code(status), "\(mistake.command): \(process.log)")
                #expect(process.log.contains(mistake.words), "\(process.log)")
            }
        }
    }

    private static func used(_ limit: String, _ uses: JSONValue) -> Int64? {
        uses.array?.first { $0["limit"]?.string == limit }?["used"]?.integer
    }
}
