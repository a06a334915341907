import HTTPTypes
import HummingbirdTesting
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of acknowledgements")
struct AcknowledgementPagesTests {
    @Test("offer to acknowledge a finding, show it in grey with who and until, and take it back")
    func life() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let (viewer, person) = (try await client.cookies(of: .viewer), try await client.cookies(of: .operator))
            let path = "/findings/no-api/acknowledge"
            #expect(try await client.page("/", cookies: person).contains("href=\"/a/b\(path)\""))
            #expect(try await !client.page("/", cookies: viewer).contains(path))
            #expect(try await client.send(.get, path, cookies: viewer).status == .forbidden)
            let preview = try await client.twin(path, cookies: person)
            let fields = preview["fields"]?.array ?? []
            func value(_ name: String) -> String {
                fields.first { $0["name"]?.string == name }?["value"]?.string ?? "-"
            }
            #expect(value("level") == "2" && value("about") == "")
            let form = "reason=a+%3Cmove%3E&until=\(value("until").replacing(":", with: "%3A"))&level=2&about="
            let done = try await client.send(.post, path, cookies: person, form: form)
            #expect(done.status == .seeOther)
            let page = try await client.page("/", cookies: person)
            #expect(page.contains("Acknowledged by operator until") && page.contains("a &lt;move&gt;"))
            #expect(page.contains("/findings/no-api/take-back"))
            let twin = try await client.twin("/overview", cookies: viewer)
            #expect(twin["acknowledged"]?.array?.map { $0["rule"] } == ["no-api"])
            #expect(twin["findings"]?.array?.contains { $0["rule"] == "no-api" } == false)
            let back = try await client.send(.post, "/findings/no-api/take-back", cookies: person, form: "reason=over")
            #expect(back.status == .seeOther)
            let after = try await client.twin("/overview", cookies: viewer)
            #expect(after["acknowledged"] == .array([]))
        }
    }

    @Test("refuse an end beyond seven days, a rule that does not hold, and a form that comes from no preview")
    func refusals() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.serve { client in
            let person = try await client.cookies(of: .operator)
            let path = "/findings/no-api/acknowledge"
            for form in [
                "reason=x&until=2999-01-01&level=2&about=", "reason=x&level=2&about=",
                "until=2026-01-01T01%3A00&level=2",
                "reason=x&until=2026-01-01T00%3A30",
            ] {
                let answer = try await client.send(.post, path, cookies: person, form: form)
                #expect(answer.status == .badRequest, "\(form)")
            }
            let none = try await client.send(.get, "/findings/broker-away/acknowledge", cookies: person)
            #expect(none.status == .notFound)
            #expect(try await client.send(.get, "/findings/x/acknowledge", cookies: person).status == .notFound)
        }
    }

    @Test("show in grey what operators mean to be so, with who and why, and a verdict that is fine")
    func purpose() async throws {
        let fixture = try await DashboardFixture()
        _ = try await fixture.world.pause(.events, by: "anna", because: "an exercise <1>")
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/", cookies: viewer)
            #expect(page.contains("On purpose: Webhooks are paused. events by anna since"))
            #expect(page.contains(": an exercise &lt;1&gt;."))
            let intended = try await client.twin("/overview", cookies: viewer)["intended"]?.array
            #expect(intended?.first?["rule"] == "events-paused")
            #expect(intended?.first?["actions"]?.array?.first?["who"] == "anna")
        }
    }
}
