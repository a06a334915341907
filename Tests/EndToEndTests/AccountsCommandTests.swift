import StrictJSON
import Testing
import VerificationCore

/// An operator helps a person who has lost a second factor.
@Suite("accounts for an operator", .serialized, .timeLimit(.minutes(10)))
struct AccountsCommandTests {
    private static let factors: JSONValue = [
        "enrollments": [["mfaEnrollmentId": "lost", "phoneInfo": "+14155550101", "displayName": "Old phone"]]
    ]

    @Test("a lost second factor is shown and removed, the account's sessions end, and a line says why")
    func remove() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            let phone = Site.phones(1)[0]
            let ann = try await caller.person(with: phone, at: site)
            let added = try await caller.manage(
                "/accounts:update", ["localId": .string(ann.id), "mfa": Self.factors])
            #expect(added.status == 200, "\(added.message ?? "")")
            #expect(try await caller.refresh(ann.refreshToken).status == 200, "a factor that comes ends no session")

            let who = ["demo-shop", "--phone", phone]
            let shown = try await site.run(["accounts", "show"] + who)
            #expect(shown["id"]?.string == ann.id && shown["secondFactors"]?.array?.first?["id"] == "lost")
            let text = try await site.text(["accounts", "show", "demo-shop", "--id", ann.id])
            #expect(text.contains("Old phone") && !text.contains("+14155550101") && !text.contains(phone))

            let remove = ["accounts", "remove-factor"] + who + ["--factor", "lost"]
            #expect(try await site.run(remove + ["--dry-run"])["factor"]?["id"] == "lost")
            #expect(try await site.run(["accounts", "show"] + who)["secondFactors"]?.array?.count == 1)
            let removed = try await site.run(remove + ["--reason", "ticket 4711"])
            #expect(removed["removed"]?["kind"] == "phone" && removed["account"]?["secondFactors"] == [])
            let ended = try await caller.refresh(ann.refreshToken)
            #expect(ended.status == 400 && ended.code == "TOKEN_EXPIRED")
            let user = try #require(
                try await caller.manage("/accounts:lookup", ["localId": [.string(ann.id)]]).users.first)
            #expect(user["mfaInfo"] == nil && user["phoneNumber"]?.string == phone)

            let lines = try await site.run(["audit", "list", "--action", "change-account"]).array ?? []
            let line = try #require(lines.first { $0["reason"] == "ticket 4711" })
            #expect(
                line["subject"]?.string
                    == "account \(ann.id) of project demo-shop: second factor (phone) removed, sessions ended")
            #expect(lines.contains { $0["subject"]?.string?.hasSuffix("1 added and 0 removed)") == true })
            let again = try site.start(remove + ["--reason", "once more"])
            #expect(try await again.exit() == .code(66) && again.log.contains("there is no second factor lost"))
        }
    }

    @Test("what gives no name or no reason ends with 64, and who is not there with 66, in words")
    func refused() async throws {
        try await withSite { site in
            _ = try await site.makeProject()
            let mistakes: [(command: [String], words: String)] = [
                (["show", "demo-shop"], "say whose account: one of --id, --phone and --email"),
                (["show", "demo-shop", "--id", "a", "--email", "a@b"], "say whose account"),
                (["show", "demo-shop", "--id", "nobody"], "there is no account nobody of project demo-shop"),
                (["show", "no-shop", "--id", "nobody"], "there is no project no-shop"),
                (["show", "demo-shop", "--email", "a"], "a is no e-mail address"),
                (["remove-factor", "demo-shop", "--id", "a", "--factor", "f"], "say why with --reason"),
            ]
            for (command, words) in mistakes {
                let process = try site.start(["accounts"] + command)
                let status: Int32 = words.hasPrefix("there is no ") ? 66 : 64
                #expect(try await process.exit() == .code(status), "\(command)")
                #expect(process.log.contains(words), "\(process.log)")
            }
        }
    }
}
