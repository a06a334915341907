import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// Somebody says who may sign in to the dashboard.
@Suite("operators by command", .serialized, .timeLimit(.minutes(10)))
struct OperatorsCommandTests {
    @Test("a person is added with a password that is shown once, changed, removed, and the audit tells all of it")
    func life() async throws {
        try await withSite { site in
            let list = ["audit", "list", "--action", "change-operator"]
            #expect(try await site.run(["operators", "list"]) == .array([]))
            let added = try await site.run(["operators", "add", "anna", "--role", "support"])
            let password = try #require(added["password"]?.string)
            #expect(password.utf8.count == 20)
            let changed = try await site.run(["operators", "add", "anna", "--role", "admin"])
            #expect(changed["password"]?.string != password)

            let listed = try #require(try await site.run(["operators", "list"]).array)
            #expect(listed.map { $0["name"]?.string } == ["anna"] && listed[0]["role"]?.string == "admin")
            #expect(listed[0]["sessions"] == .integer(0) && listed[0]["password"] == nil)
            let kept = try await site.pool.query("select password from operator").value(as: String.self)
            #expect(kept.hasPrefix("$scrypt$") && !kept.contains(password))

            #expect(try await site.run(["operators", "remove", "anna"])["removed"]?.string == "anna")
            let audit = try #require(try await site.run(list).array)
            #expect(audit.map { $0["subject"]?.string } == ["anna removed", "anna to admin", "anna to support"])
            #expect(audit.allSatisfy { $0["action"]?.string == "change-operator" && $0["actor"]?.string != "" })
            let last = try #require(audit[1]["number"]?.integer)
            let page = try await site.run(list + ["--before", String(last), "--limit", "1"]).array
            #expect(page?.map { $0["subject"]?.string } == ["anna to support"])
            #expect(try await site.run(list + ["--result", "failed"]) == .array([]))
            #expect(try await site.run(list + ["--who", "nobody-else"]) == .array([]))
        }
    }

    @Test("what names somebody wrongly ends with 64, and who is not there with 66, in words")
    func refused() async throws {
        let mistakes: [(command: [String], words: String)] = [
            (["operators", "add", "Anna", "--role", "admin"], "Anna is not an operator's name"),
            (["operators", "add", "anna", "--role", "owner"], "The value 'owner' is invalid"),
            (["operators", "add", "anna"], "--role"),
            (["operators", "remove", "anna"], "there is no operator anna"),
            (["audit", "list", "--limit", "0"], "--limit must be between 1 and 1000"),
        ]
        try await withSite { site in
            for mistake in mistakes {
                let process = try site.start(mistake.command)
                let status: Int32 = mistake.words.hasPrefix("there is no ") ? 66 : 64
                #expect(try await process.exit() == .code(status), "\(mistake.command): \(process.log)")
                #expect(process.log.contains(mistake.words), "\(process.log)")
            }
            let audit = try await site.run(["audit", "list", "--action", "change-operator"])
            #expect(audit == .array([]), "what was refused changed nothing")
        }
    }
}
