import Foundation
import StrictJSON
import Testing
import VerificationCore

/// Somebody calls and says that no code comes, and an operator has a terminal only.
@Suite("verifications for an operator", .serialized, .timeLimit(.minutes(10)))
struct VerificationsCommandTests {
    @Test("they are listed, found and canceled, with masked numbers; whole numbers leave a line in the audit")
    func findAndCancel() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            let phones = Site.phones(3)
            var ids: [String] = []
            for phone in phones { ids.append(try #require(try await api.start(phone, wait: 30).id)) }
            let code = try site.ledger.onlyCode(of: phones[0])
            #expect(try await api.check(ids[0], code).status == 200)

            let all = try await site.run(["verifications", "list"])
            #expect(Self.ids(all) == ids.sorted(by: >))
            #expect(all["isCutShort"] == false && all["next"] == nil)
            let first = try await site.run(["verifications", "list", "--limit", "2"])
            let next = try #require(first["next"]?.string)
            // The list is in the order of the ids. Under load the id of an earlier call may be the larger of two.
            let last = Array(ids.sorted().prefix(1))
            #expect(Self.ids(try await site.run(["verifications", "list", "--before", next])) == last)
            let filters = ["--status", "pending", "--region", "de", "--prefix", "+4915", "--app", Site.app]
            #expect(
                Self.ids(try await site.run(["verifications", "list"] + filters)) == [ids[1], ids[2]].sorted(by: >))
            #expect(Self.ids(try await site.run(["verifications", "list", "--gateway", "nothing"])) == [])
            #expect(Self.ids(try await site.run(["verifications", "list", "--until", "2024-01-31"])) == [])

            let one = try await site.run(["verifications", "show", ids[0]])["verifications"]?.array?.first
            #expect(one?["status"] == "approved" && one?["endedAt"]?.string != nil)
            #expect(one?["messages"]?.array?.first?["gateway"]?.string?.isEmpty == false)
            #expect(Self.ids(try await site.run(["verifications", "show", phones[1]])) == [ids[1]])
            for text in [
                try await site.text(["verifications", "list"]), try await site.text(["verifications", "show", ids[1]]),
                "\(all)", "\(String(describing: one))",
            ] { for phone in phones { #expect(!text.contains(phone.dropFirst(4))) } }
            let whole = try await site.text(["verifications", "show", ids[1], "--whole-numbers"])
            #expect(whole.contains(phones[1]))

            let tried = try await site.run(["verifications", "cancel", ids[1], "--dry-run"])
            #expect(tried["wouldCancel"] == true && tried["status"] == "pending")
            #expect(try await api.show(ids[1])["status"] == "pending")
            let canceled = try await site.run(["verifications", "cancel", ids[1], "--reason", "a call"])
            #expect(canceled["canceled"] == true && canceled["status"] == "canceled")
            #expect(try await api.show(ids[1])["status"] == "canceled")
            #expect(try await site.run(["verifications", "cancel", ids[0]])["status"] == "approved")
            #expect(try await api.start(phones[1], wait: 30).id != ids[1], "the next request begins a new one")

            let audit = try #require(try await site.run(["audit", "list"]).array)
            let actions = audit.map { $0["action"]?.string }
            #expect(actions == ["cancel-verification", "unmask", "unmask", "change-key", "change-app"])
            #expect(audit[0]["subject"]?.string == "verification \(ids[1])" && audit[0]["reason"] == "a call")
            #expect(audit[1]["subject"]?.string == "number of verification \(ids[1])")
            #expect(audit.allSatisfy { line in !phones.contains { "\(line)".contains($0) } })
        }
    }

    @Test("a request of a key is shown and found by the time at which a worker began, as its id tells none")
    func key() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            let before = Self.now
            let id = try #require(try await api.ask(Site.phones(1)[0], [:], wait: 30, key: "order 1").id)
            let shown = try await site.run(["verifications", "show", id])["verifications"]?.array?.first
            let began = try #require(shown?["startedAt"]?.string)
            #expect(shown?["requestedAt"] == nil && began >= before)
            #expect(Self.ids(try await site.run(["verifications", "list", "--from", before])) == [id])
            #expect(Self.ids(try await site.run(["verifications", "list", "--until", before])) == [])
            #expect(try await site.text(["verifications", "list"]).contains(began))
            let text = try await site.text(["verifications", "show", id])
            #expect(text.contains("an idempotency key may have made") && !text.contains("by its maker's clock"))
        }
    }

    /// The time of this machine, which is that of the database.
    private static var now: String { Timestamp(seconds: Int64(Date().timeIntervalSince1970)).rfc3339 }

    @Test("an erasure tells beforehand how many verifications it would forget, and forgets nothing")
    func dryRun() async throws {
        try await withSite { site in
            let api = try await site.serve().caller
            let phone = Site.phones(1)[0]
            #expect(try await api.start(phone, wait: 30).status == 200)
            for (app, count) in [([], 1), (["--app", Site.app], 1)] as [([String], Int64)] {
                let told = try await site.run(["verifications", "erase", phone, "--dry-run"] + app)
                #expect(told["wouldEraseVerifications"] == .integer(count) && told["dryRun"] == true)
            }
            let rule = try await site.run(["blocks", "add", phone, "--reason", "abuse"])["rule"]?["id"]
            let erased = try await site.run(["verifications", "erase", phone])
            #expect(erased["erasedVerifications"] == .integer(1) && erased["dryRun"] == nil)
            #expect(rule != nil && erased["keptRule"] == rule, "whoever asks to be forgotten is not let in again by it")
            let audit = try await site.run(["audit", "list", "--action", "erase-verifications"]).array
            #expect(audit?.count == 1 && audit?.first.map { "\($0)".contains(phone) } == false)
            let told = try await site.run(["verifications", "erase", phone, "--dry-run"])
            #expect(told["wouldEraseVerifications"] == .integer(0))
        }
    }

    @Test("an erasure says in which project an account has the number, because the account stays")
    func accounts() async throws {
        try await withSite { site in
            let caller = try await site.identity().caller
            let phones = Site.phones(2)
            let ann = try await caller.person(with: phones[0], at: site)
            let plan = try await site.run(["verifications", "erase", phones[0], "--dry-run"])
            #expect(plan["accountsIn"] == .array([.string(caller.keys.project)]))
            #expect(try await site.text(["verifications", "erase", phones[0]]).contains(caller.keys.project))
            #expect(try await caller.lookUp(ann).users.count == 1)
            let other = try await site.run(["verifications", "erase", phones[1]])
            #expect(other["accountsIn"] == nil, "nobody has this number")
            #expect(try await caller.manage("/accounts:delete", ["localId": .string(ann.id)]).status == 200)
            #expect(try await site.run(["verifications", "erase", phones[0]])["accountsIn"] == nil)
        }
    }

    @Test("what names something wrongly ends with 64, and what is not there with 66, in words")
    func refused() async throws {
        let id = "01890a5d-ac96-774b-bcce-b302099a8057"
        let mistakes: [(command: [String], words: String)] = [
            (["list", "--status", "queued"], "no queued request is in the database"),
            (["list", "--prefix", "+49151"], "--prefix has 4 digits at most"),
            (["list", "--status", "gone"], "The value 'gone' is invalid"),
            (["list", "--region", "Germany"], "--region must be like DE"),
            (["list", "--prefix", "49"], "--prefix must be like +49"),
            (["list", "--from", "yesterday"], "write a time as 2027-01-31T18:00, in UTC"),
            (["list", "--from", "2027-02-01", "--until", "2027-01-31"], "--from must be before --until"),
            (["list", "--before", "1"], "1 is no verification's id"), (["list", "--limit", "0"], "between 1 and 1000"),
            (["show", id], "there is no verification called \(id)"),
            (["show", "SM-1"], "there is no verification called SM-1"),
            (["show", "+49"], "the number is too short"), (["cancel", id], "there is no verification \(id)"),
            (["cancel", "1"], "1 is no verification's id"),
        ]
        try await withSite { site in
            for mistake in mistakes {
                let process = try site.start(["verifications"] + mistake.command)
                let status: Int32 = mistake.words.hasPrefix("there is no ") ? 66 : 64
                #expect(try await process.exit() == .code(status), "\(mistake.command): \(process.log)")
                #expect(process.log.contains(mistake.words), "\(process.log)")
            }
        }
    }

    private static func ids(_ answer: JSONValue) -> [String]? {
        answer["verifications"]?.array?.compactMap { $0["id"]?.string }
    }
}
