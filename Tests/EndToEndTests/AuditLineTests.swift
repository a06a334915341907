import Glibc
import StrictJSON
import Testing
import VerificationCore

/// One action is one use case, wherever it comes from.
@Suite("the same action from page, terminal and API", .serialized, .timeLimit(.minutes(10)))
struct AuditLineTests {
    @Test("leaves the same line, by the person's, the machine user's and the key's name")
    func sameLine() async throws {
        try await withSite { site in
            let phone = Site.phones(1)[0]
            try await site.makeOperators(["ada": .admin])
            let api = try await site.api().caller
            let added = try await api.saveTestNumber(phone, code: "123456")
            let id = try #require(added["id"])
            #expect(try await api.send("DELETE", "/v1/test-numbers/\(id)", key: api.key).status == 204)
            _ = try await site.run(["test-numbers", "add", Site.app, phone, "--code", "123456"])
            _ = try await site.run(["test-numbers", "remove", Site.app, phone])
            _ = try await site.run(["blocks", "add", "+234", "--reason", "pumping"])
            _ = try await site.run(["blocks", "remove", "+234", "--reason", "over"])
            try await DashboardCaller.with(try await site.dashboard().base) { stranger in
                try await change(phone, by: try await stranger.signedIn("ada"), site)
            }
            for (action, actors) in [("change-test-number", 3), ("change-block", 2)] {
                let lines = try await site.run(["audit", "list", "--action", action]).array ?? []
                let subjects = Set(lines.compactMap { $0["subject"]?.string })
                #expect(lines.count == 2 * actors && subjects.count == 2, "\(subjects)")
                #expect(subjects.allSatisfy { !$0.contains(phone) })
                #expect(Set(lines.compactMap { $0["actor"]?.string }).count == actors, "\(lines)")
                #expect(lines.allSatisfy { $0["result"] == "done" })
            }
            let names = try await site.run(["audit", "list", "--action", "change-test-number"]).array ?? []
            #expect(names.last?["actor"]?.string?.hasPrefix("key ") == true && names.first?["actor"] == "ada")
            // The machine's user by the kernel's number; a person on the dashboard has no space in the name.
            #expect(names.count { $0["actor"]?.string?.contains("uid \(getuid())") == true } == 2, "\(names)")
        }
    }

    @Test("an erasure by the API leaves a line")
    func erasure() async throws {
        try await withSite { site in
            let api = try await site.api().caller
            #expect(try await api.erase(Site.phones(1)[0]).status == 200)
            let lines = try await site.run(["audit", "list", "--action", "erase-verifications"]).array ?? []
            #expect(lines.count == 1 && lines.first?["actor"]?.string?.hasPrefix("key ") == true)
            #expect(lines.first?["subject"]?.string?.hasSuffix("of app \(Site.app): 0 erased") == true)
        }
    }

    /// Adds and removes a test number and a rule on the pages.
    private func change(_ phone: String, by ada: DashboardCaller, _ site: Site) async throws {
        let typed = phone.replacing("+", with: "%2B")
        let added = try await ada.post(
            "/test-numbers/\(Site.app)/add", "phone=\(typed)&code=123456&scenario=none&reason=demo")
        #expect(added.status == 303, "\(added.body)")
        let number = try await site.run(["test-numbers", "list", Site.app]).array?.first?["id"]?.string
        let id = try #require(number)
        #expect(try await ada.post("/test-numbers/\(Site.app)/\(id)/remove", "reason=over").status == 303)
        let form = "target=%2B234&action=block&confirmed=yes&reason=pumping"
        #expect(try await ada.post("/limits/blocks", form).status == 303)
        let rule = try #require(try await site.run(["blocks", "list"]).array?.first?["id"]?.integer)
        #expect(try await ada.post("/limits/blocks/\(rule)/remove", "reason=over").status == 303)
    }
}
