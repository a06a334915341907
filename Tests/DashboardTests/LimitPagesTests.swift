import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of the limits")
struct LimitPagesTests {
    private static let phone = "+491510001"
    /// The question that a form asks about this phone.
    private static let asked = "app=demo&phone=%2B491510001&ip=192.0.2.1"

    @Test("show how often limits held people within the last hour, and say so when they held nobody")
    func held() async throws {
        try await DashboardFixture().serve { client in
            let page = try await client.page("/limits", cookies: try await client.cookies(of: .viewer))
            #expect(page.contains("Nothing was rate-limited.") && page.contains("No send was rate-limited."))
            #expect(page.contains("No rule."))
        }
        let fixture = try await fixture()
        let minute = Minute(fixture.clock.now)
        try await fixture.world.add([
            Tally(TallyKey(.limited, in: minute, region: "<b>", reason: "sends-per-<i>"), count: 12_345),
            Tally(TallyKey(.checkLimited, in: minute - 59, region: "DE", reason: "wrong-codes-per-ip"), count: 2),
        ])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/limits", cookies: viewer)
            #expect(page.contains("sends-per-&lt;i&gt;") && page.contains("12\u{202F}345"))
            #expect(!page.contains("<b>") && !page.contains("<i>"))
            let twin = try await client.twin("/limits", cookies: viewer)
            #expect(twin["heldByLimit"]?.array?.map { $0["count"] } == [12_345, 2])
            #expect(twin["heldByRegion"]?.array?.map { $0["name"] } == ["<b>"], "only limits on sends")
        }
    }

    @Test("say of a phone which operators' rules are about it, the widest first")
    func rulesOfPhone() async throws {
        let fixture = try await fixture()
        for target in ["+4915", Self.phone + "9", Self.phone, "+44"] {
            let place = try #require(PhonePrefix(target))
            let isWhole = target == Self.phone
            _ = try fixture.world.add(
                BlockDraft(
                    target: isWhole ? .number(target) : .prefix(place), action: .block, who: "anna", reason: "fraud"))
        }
        try await fixture.serve { client in
            let sue = try await client.cookies(of: .support)
            let twin = try await client.send(.post, "/api/v1/limits/uses", cookies: sue, form: Self.asked)
            let rules = try JSONValue(parsing: twin.body.readableBytesView)["rules"]?.array
            #expect(rules?.map { $0["kind"] } == ["prefix", "number"])
            let page = try await client.asked("/limits/uses", Self.asked, cookies: sue)
            #expect(page.contains("An operator's rule: ") && page.contains("By anna: fraud"))
        }
    }

    @Test("show support what a phone has used, with the number masked, and let nobody below ask about a phone")
    func uses() async throws {
        let fixture = try await fixture()
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(!(try await client.page("/limits", cookies: viewer)).contains("name=\"phone\""))
            for path in ["/limits/uses", "/api/v1/limits/uses"] {
                let answer = try await client.send(.post, path, cookies: viewer, form: Self.asked)
                #expect(answer.status == .forbidden, "\(path)")
            }
            let shared = try await client.asked("/limits/uses", "app=demo&ip=192.0.2.1", cookies: viewer)
            #expect(shared.contains("sends-per-ip") && !shared.contains("sends-per-phone"))
            #expect(!shared.contains("Reset…"), "a viewer gets no buttons")

            let sue = try await client.cookies(of: .support)
            let page = try await client.asked("/limits/uses", Self.asked, cookies: sue)
            #expect(page.contains("1 of 5") && page.contains("Reset…") && page.contains("+49•••••01"))
            // The whole number goes only where the forms carry it on.
            let outside = page.replacing(#"name="phone" value="\#(Self.phone)""#, with: "")
            #expect(!outside.contains(Self.phone))
            let twin = try await client.send(.post, "/api/v1/limits/uses", cookies: sue, form: Self.asked)
            let uses = try JSONValue(parsing: twin.body.readableBytesView)["uses"]?.array
            let ofPhone = uses?.first { $0["limit"] == "sends-per-phone" }
            #expect(ofPhone?["used"] == 1 && ofPhone?["count"] == 5 && ofPhone?["mayReset"] == true)
        }
        let actions = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry)
        #expect(actions.map(\.action) == [.unmask, .unmask, .unmask, .unmask])
        #expect(actions.map(\.result) == [.done, .done, .forbidden, .forbidden])
    }

    @Test("reset a limit only after a look at what has been used, for a reason, and for support and above")
    func reset() async throws {
        let fixture = try await fixture()
        let question = Self.asked + "&limit=sends-per-phone"
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for form in [question, question + "&confirmed=yes&reason=x"] {
                let answer = try await client.send(.post, "/limits/reset", cookies: viewer, form: form)
                #expect(answer.status == .forbidden)
            }
            let sue = try await client.cookies(of: .support)
            let preview = try await client.asked("/limits/reset", question, cookies: sue)
            #expect(preview.contains("Preview: nothing has been changed yet.") && preview.contains("1 of 5 used"))
            #expect(preview.contains(#"name="confirmed" value="yes""#) && preview.contains(#"value="\#(Self.phone)""#))
            let silent = try await client.send(.post, "/limits/reset", cookies: sue, form: question + "&confirmed=yes")
            #expect(silent.status == .badRequest)
            #expect(try await client.asked("/limits/uses", Self.asked, cookies: sue).contains("1 of 5"))

            let form = question + "&confirmed=yes&reason=called"
            let done = try await client.send(.post, "/limits/reset", cookies: sue, form: form)
            #expect(done.status == .seeOther && done.headers[.location] == DashboardFixture.base + "/limits")
            let empty = try await client.asked("/limits/reset", question, cookies: sue)
            #expect(!empty.contains("<button class=\"do\">"), "nothing is left to reset")
        }
        let resets = try fixture.world.auditLines(before: nil, limit: 20).map(\.entry).filter {
            $0.action == .resetLimit
        }
        #expect(resets.map(\.result) == [.done, .forbidden, .forbidden] && resets[0].reason == "called")
        #expect(resets.allSatisfy { !$0.subject.contains("1510") })
    }

    private static let unusable: [(path: String, form: String, status: HTTPResponse.Status)] = [
        ("/limits/uses", "", .badRequest), ("/limits/uses", "app=demo&phone=123", .badRequest),
        ("/limits/uses", "app=demo&ip=%3Cscript%3E", .badRequest), ("/limits/uses", "app=%3Cscript%3E", .notFound),
        ("/limits/uses", "app=demo&prefix=%2B491510001", .badRequest),
        ("/limits/uses", "app=demo&prefix=491510001", .badRequest),
        ("/limits/uses", "app=demo&prefix=%22%3E%3Cscript%3E", .badRequest),
        ("/limits/reset", "app=demo&limit=sends-per-prefix&prefix=491510001", .badRequest),
        ("/limits/reset", "app=demo&limit=sends-per-prefix&prefix=1-4155550&confirmed=yes&reason=x", .badRequest),
        ("/limits/reset", "app=demo&limit=%3Cscript%3E", .notFound),
        ("/limits/reset", "app=demo&limit=sends-per-phone", .badRequest),
        ("/limits/reset", "app=demo&limit=sends-per-verification", .badRequest),
        ("/limits/blocks", "target=%3Cscript%3E&action=block", .badRequest),
        ("/limits/blocks", "target=%2B49&action=%3Cscript%3E", .badRequest),
        ("/limits/blocks", "target=0.0.0.0%2F0&action=block", .badRequest),
        ("/limits/blocks", "target=%2B49&action=block&until=%3Cscript%3E", .badRequest),
        ("/limits/blocks", "target=%2B49&action=block&until=2001-01-01", .badRequest),
        ("/limits/blocks/99/remove", "reason=x", .notFound), ("/limits/blocks/x/remove", "reason=x", .notFound),
    ]

    @Test("answer a question that cannot be used with words, in which what was typed is only text")
    func unusable() async throws {
        let fixture = try await fixture()
        try await fixture.serve { client in
            let admin = try await client.cookies(of: .admin)
            for question in Self.unusable {
                let answer = try await client.send(.post, question.path, cookies: admin, form: question.form)
                #expect(answer.status == question.status, "\(question)")
                #expect(!String(buffer: answer.body).contains("<script>"), "\(question)")
            }
        }
        let audit = try fixture.world.auditLines(before: nil, limit: 99).map(\.entry.subject)
        #expect(audit.allSatisfy { !$0.contains("1510001") && !$0.contains("415555") }, "no number goes for a prefix")
    }

    @Test("ask about a prefix as limits count it, in either case")
    func prefix() async throws {
        let fixture = try await fixture()
        try await fixture.serve { client in
            let sue = try await client.cookies(of: .support)
            let uses = try await client.asked("/limits/uses", "app=demo&prefix=49-de", cookies: sue)
            #expect(uses.contains("prefix 49-DE") && uses.contains("sends-per-prefix") && uses.contains("1 of 5"))
            #expect(uses.contains("</time> <small>in "), "when all is free again")
        }
    }

    /// An app, a phone to which it has sent a message, and the address from which that was asked.
    private func fixture() async throws -> DashboardFixture {
        let fixture = try await DashboardFixture()
        fixture.world.put(App(id: try #require(AppID("demo")), displayName: "Demo", rules: .fiveOfEverything))
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let request = try bench.request(phone: Self.phone, clientIP: "192.0.2.1")
        _ = try await bench.send(request, rules: .fiveOfEverything)
        return fixture
    }
}

extension DashboardClient {
    /// The page with which the dashboard answers a form.
    func asked(_ path: String, _ form: String, cookies: String) async throws -> String {
        let answer = try await send(.post, path, cookies: cookies, form: form)
        #expect(answer.status == .ok, "\(path)")
        return String(buffer: answer.body)
    }
}
