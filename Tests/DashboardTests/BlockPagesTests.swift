import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The rules on numbers, prefixes and addresses on the page of the limits")
struct BlockPagesTests {
    @Test("an operator blocks a number after a look at what that does; the page and the audit show it masked")
    func number() async throws {
        let fixture = try await DashboardFixture()
        let draft = "target=%2B491510001&action=block&until=2027-01-31T18:00"
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let preview = try await client.asked("/limits/blocks", draft, cookies: anna)
            #expect(
                preview.contains("Preview: nothing has been changed yet.")
                    && preview.contains("Block number +49•••••01"))
            #expect(preview.contains("2027-01-31 18:00:00") && preview.contains("no such rule"))
            #expect(try fixture.world.rules(before: nil, limit: 9).isEmpty)
            let form = draft + "&confirmed=yes&reason=%3Cscript%3E"
            let done = try await client.send(.post, "/limits/blocks", cookies: anna, form: form)
            #expect(done.status == .seeOther)
            let page = try await client.page("/limits", cookies: anna)
            #expect(page.contains("number +49•••••01") && page.contains("&lt;script&gt;") && page.contains("Remove…"))
            #expect(!page.contains("491510001") && !page.contains("<script>"))
            let again = try await client.asked("/limits/blocks", draft, cookies: anna)
            #expect(again.contains("block, by operator: &lt;script&gt;"), "what stood before")
        }
        let line = try #require(try fixture.world.auditLines(before: nil, limit: 1).first?.entry)
        #expect(line.action == .changeBlock && line.result == .done && !line.subject.contains("1510"))
    }

    @Test("a prefix that is nearly a number is shown with its first seven digits only, on the pages and in the audit")
    func longPrefix() async throws {
        let fixture = try await DashboardFixture()
        let draft = "target=%2B49151234567*&action=block"
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let preview = try await client.asked("/limits/blocks", draft, cookies: anna)
            let done = try await client.send(
                .post, "/limits/blocks", cookies: anna, form: draft + "&confirmed=yes&reason=abuse")
            #expect(done.status == .seeOther)
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/limits", cookies: viewer)
            for text in [page, preview.replacing("+49151234567*", with: "")] {
                #expect(text.contains("+4915123••••*") && !text.contains("51234567"))
            }
        }
        let lines = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry.subject)
        #expect(lines == ["block prefix +4915123••••*"])
    }

    @Test("a rule on many people is previewed with a warning, and always allowing a number without")
    func warnings() async throws {
        try await DashboardFixture().serve { client in
            let anna = try await client.cookies(of: .operator)
            for (form, isGrave) in [
                ("target=%2B234&action=block", true), ("target=203.0.113.0%2F24&action=block", true),
                ("target=%2B491510001&action=block", false), ("target=%2B234&action=allow", false),
            ] {
                let preview = try await client.asked("/limits/blocks", form, cookies: anna)
                #expect(preview.contains("This can block many people.") == isGrave, "\(form)")
            }
        }
    }

    @Test(
        "below an operator nobody previews, adds or removes a rule, and nobody sees a button for it",
        arguments: [OperatorRole.viewer, .support])
    func roles(_ role: OperatorRole) async throws {
        let fixture = try await DashboardFixture()
        let rule = try add("+234", to: fixture)
        try await fixture.serve { client in
            let cookies = try await client.cookies(of: role)
            let form = "target=%2B49&action=block"
            for (path, form) in [
                ("/limits/blocks", form), ("/limits/blocks", form + "&confirmed=yes&reason=x"),
                ("/api/v1/limits/blocks", form), ("/limits/blocks/\(rule.id)/remove", "reason=x"),
            ] {
                let answer = try await client.send(.post, path, cookies: cookies, form: form)
                #expect(answer.status == .forbidden, "\(path)")
            }
            let remove = try await client.send(.get, "/limits/blocks/\(rule.id)/remove", cookies: cookies)
            #expect(remove.status == .forbidden)
            let page = try await client.page("/limits", cookies: cookies)
            #expect(page.contains("+234*") && !page.contains("Remove…") && !page.contains("name=\"target\""))
        }
        #expect(try fixture.world.rules(before: nil, limit: 9) == [rule])
    }

    @Test("an operator removes a rule after a look at it")
    func removal() async throws {
        let fixture = try await DashboardFixture()
        let rule = try add("+234", because: "<b>pumping", to: fixture)
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let path = "/limits/blocks/\(rule.id)/remove"
            let preview = try await client.page(path, cookies: anna)
            #expect(preview.contains("prefix +234*") && preview.contains("&lt;b&gt;pumping"))
            #expect(try await client.send(.post, path, cookies: anna, form: "reason=+").status == .badRequest)
            #expect(try fixture.world.rules(before: nil, limit: 9) == [rule])
            #expect(try await client.send(.post, path, cookies: anna, form: "reason=over").status == .seeOther)
            #expect(try fixture.world.rules(before: nil, limit: 9).isEmpty)
            #expect(try await client.send(.post, path, cookies: anna, form: "reason=over").status == .notFound)
        }
    }

    @Test("many rules come page by page, each rule once, and a rule whose end is over says so")
    func many() async throws {
        let fixture = try await DashboardFixture()
        let ended = fixture.clock.now + .seconds(1)
        for number in 1...120 {
            _ = try add("+49151\(1_000 + number)", until: number == 120 ? ended : nil, to: fixture)
        }
        fixture.clock.advance(by: .seconds(2))
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(try await client.page("/limits", cookies: viewer).components(of: "<strong>ended</strong>") == 1)
            var (path, ids): (String?, [Int64]) = ("/limits", [])
            while let next = path {
                let twin = try await client.twin(next, cookies: viewer)
                ids += (twin["rules"]?.array ?? []).compactMap { $0["id"]?.integer }
                path = twin["older"]?.string
            }
            #expect(ids == (1...120).reversed())
            #expect(try await client.send(.get, "/limits?before=x", cookies: viewer).status == .badRequest)
        }
    }

    @Test("while the database is away, the page stands and says of what it knows how old it is")
    func away() async throws {
        let fixture = try await DashboardFixture()
        fixture.world.away = [.blocks, .verifications]
        try await fixture.serve { client in
            let page = try await client.page("/limits", cookies: try await client.cookies(of: .viewer))
            #expect(page.contains("Not known: ") && page.contains("What has been used"))
        }
    }

    private func add(
        _ target: String, because reason: String = "test", until: Timestamp? = nil, to fixture: DashboardFixture
    ) throws -> BlockRule {
        let target = try #require(BlockTarget(typed: target, phones: FakePhoneNumberParser()))
        let draft = BlockDraft(target: target, action: .block, who: "anna", reason: reason, until: until)
        guard case .added(let rule, _) = try fixture.world.add(draft) else { throw BrokenFixture() }
        return rule
    }

    private struct BrokenFixture: Error {}
}

extension String {
    /// How often the words are in it.
    func components(of words: String) -> Int { ranges(of: words).count }
}
