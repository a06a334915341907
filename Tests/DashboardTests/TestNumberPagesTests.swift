import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of the test numbers")
struct TestNumberPagesTests {
    private static let draft = "phone=%2B491510009&code=1234567890&scenario=late&until=2027-01-31&reason=demo"

    @Test("say what there is when there is no app, and when an app has no test number")
    func empty() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(try await client.page("/test-numbers", cookies: viewer).contains("No app is known."))
        }
        try await fixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            #expect(try await client.page("/test-numbers", cookies: viewer).contains("No test number."))
        }
    }

    @Test("let an operator add, change and remove a number; no page, no twin and no audit shows the code or the number")
    func life() async throws {
        let fixture = try await fixture()
        let app = try #require(AppID("demo"))
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let form = try await client.page("/test-numbers/demo/add", cookies: anna)
            #expect(form.contains("0 of 10") && form.contains(#"maxlength="10""#), "a code has up to 10 digits")
            let done = try await client.send(.post, "/test-numbers/demo/add", cookies: anna, form: Self.draft)
            #expect(done.status == .seeOther)
            let number = try #require(try await fixture.world.testNumbers(of: app).first)
            #expect(StoreBench.ring.open(number.code, of: number.phone.e164, app: app) == "1234567890")
            #expect(number.scenario == .late && number.expiresAt == Timestamp(rfc3339: "2027-01-31T00:00:00Z"))
            fixture.clock.advance(by: .seconds(2))

            let place = "/test-numbers/demo/\(number.id)"
            var texts = [try await client.page(place + "/change", cookies: anna)]
            #expect(texts[0].contains("<option selected>late</option>"))
            let change = "code=&scenario=none&until=&reason=longer"
            _ = try await client.send(.post, place + "/change", cookies: anna, form: change)
            let kept = try #require(try await fixture.world.testNumbers(of: app).first)
            #expect(kept.scenario == nil && kept.expiresAt == nil && kept.id == number.id)
            #expect(StoreBench.ring.open(kept.code, of: kept.phone.e164, app: app) == "1234567890")
            texts.append(try await client.page(place + "/remove", cookies: anna))
            texts.append(try await client.page("/test-numbers", cookies: anna))
            let twin = try await client.twin("/test-numbers", cookies: anna)
            texts.append(String(decoding: twin.serialized, as: UTF8.self))
            for text in texts {
                #expect(text.contains("+49•••••09") && !text.contains("1510009") && !text.contains("1234567890"))
            }
            let removed = try await client.send(.post, place + "/remove", cookies: anna, form: "reason=over")
            #expect(removed.status == .seeOther)
            #expect(try await fixture.world.testNumbers(of: app).isEmpty)
        }
        let lines = try fixture.world.auditLines(before: nil, limit: 9).map(\.entry)
        #expect(lines.map(\.reason) == ["over", "longer", "demo"])
        #expect(
            lines.allSatisfy { $0.action == .changeTestNumber && $0.result == .done && !$0.subject.contains("1510") })
    }

    @Test(
        "show buttons to nobody below an operator, and refuse each action with its preview",
        arguments: [OperatorRole.viewer, .support])
    func roles(_ role: OperatorRole) async throws {
        let fixture = try await fixture()
        let number = try StoreBench(workers: [fixture.world], now: fixture.clock.now).testNumber()
        let app = try #require(AppID("demo"))
        _ = try await fixture.world.save(number, of: app, limit: 10)
        try await fixture.serve { client in
            let cookies = try await client.cookies(of: role)
            let page = try await client.page("/test-numbers", cookies: cookies)
            #expect(page.contains("+49•••••09") && !page.contains("Remove…") && !page.contains("Add…"))
            for action in ["add", "\(number.id)/change", "\(number.id)/remove"] {
                let path = "/test-numbers/demo/" + action
                #expect(try await client.send(.get, path, cookies: cookies).status == .forbidden, "\(action)")
                // A form that is wrong as well tells no more.
                for form in [Self.draft, "scenario=x"] {
                    let answer = try await client.send(.post, path, cookies: cookies, form: form)
                    #expect(answer.status == .forbidden, "\(action) \(form)")
                }
            }
        }
        #expect(try await fixture.world.testNumbers(of: app) == [number])
        let lines = try fixture.world.auditLines(before: nil, limit: 99).map(\.entry)
        #expect(lines.count == 9 && lines.allSatisfy { $0.result == .forbidden })
    }

    private static let unusable: [(path: String, form: String, status: HTTPResponse.Status)] = [
        ("demo/add", "phone=%3Cscript%3E&code=123456&reason=x", .badRequest),
        ("demo/add", "phone=%2B491510009&code=123&reason=x", .badRequest),
        ("demo/add", "phone=%2B491510009&code=12345678901&reason=x", .badRequest),
        ("demo/add", "phone=%2B491510009&code=%3Cscript%3E&reason=x", .badRequest),
        ("demo/add", "phone=%2B491510009&code=123456&scenario=%3Cscript%3E&reason=x", .badRequest),
        ("demo/add", "phone=%2B491510009&code=123456&until=2001-01-01&reason=x", .badRequest),
        ("demo/add", "phone=%2B491510009&code=123456&until=soon&reason=x", .badRequest),
        ("demo/add", "phone=%2B491510009&code=123456", .badRequest),
        ("demo/add", "phone=%2B19005550123&code=123456&reason=x", .badRequest),
        ("%3Cscript%3E/add", "phone=%2B491510009&code=123456&reason=x", .notFound),
        ("demo/%3Cscript%3E/remove", "reason=x", .notFound),
        ("demo/019aa0c5-0000-7000-8000-000000000000/remove", "reason=x", .notFound),
        ("demo/019aa0c5-0000-7000-8000-000000000000/change", "reason=x", .notFound),
    ]

    @Test("refuse what cannot be a test number with words, in which what was typed is only text")
    func unusable() async throws {
        let fixture = try await fixture()
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            for question in Self.unusable {
                let path = "/test-numbers/" + question.path
                let answer = try await client.send(.post, path, cookies: anna, form: question.form)
                #expect(answer.status == question.status, "\(question)")
                let page = String(buffer: answer.body)
                #expect(!page.contains("<script>") && !page.contains("123456"), "\(question)")
            }
        }
        #expect(try await fixture.world.testNumbers(of: try #require(AppID("demo"))).isEmpty)
    }

    @Test("list many numbers of many apps, mark those whose time is over, and add none beyond what the app may have")
    func many() async throws {
        let fixture = try await DashboardFixture()
        let bench = StoreBench(workers: [fixture.world], now: fixture.clock.now)
        let ended = fixture.clock.now + .seconds(60)
        for number in 1...30 {
            let id = try #require(AppID("app-\(number)"))
            fixture.world.put(App(id: id, displayName: "<b>", rules: SendingRules(isTesting: true, maxTestNumbers: 10)))
            for last in 0...9 {
                let number = try bench.testNumber("+49151000\(last)", expiresAt: last == 0 ? ended : nil)
                _ = try await fixture.world.save(number, of: id, limit: 10)
            }
        }
        fixture.clock.advance(by: .seconds(60))
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            let page = try await client.page("/test-numbers", cookies: anna)
            #expect(page.ranges(of: "<strong>expired</strong>").count == 30)
            #expect(page.ranges(of: "Testing mode.").count == 30 && page.ranges(of: "Remove…").count == 300)
            let full = try await client.send(.post, "/test-numbers/app-1/add", cookies: anna, form: Self.other)
            #expect(full.status == .badRequest && String(buffer: full.body).contains("10 test numbers"))
        }
    }

    @Test("say where an app has switched its test numbers off, and where they are added")
    func switchedOff() async throws {
        let fixture = try await DashboardFixture()
        let app = try #require(AppID("demo"))
        fixture.world.put(App(id: app, displayName: "Demo", rules: SendingRules(takesTestNumbers: false)))
        try await fixture.serve { client in
            let anna = try await client.cookies(of: .operator)
            #expect(try await client.page("/test-numbers", cookies: anna).contains("Switched off."))
            let form = try await client.page("/test-numbers/demo/add", cookies: anna)
            #expect(form.contains("real SMS go to this number"))
        }
    }

    private static let other = "phone=%2B491519999&code=123456&reason=x"

    private func fixture() async throws -> DashboardFixture {
        let fixture = try await DashboardFixture()
        let app = try #require(AppID("demo"))
        fixture.world.put(App(id: app, displayName: "Demo", rules: SendingRules(maxTestNumbers: 10)))
        return fixture
    }
}
