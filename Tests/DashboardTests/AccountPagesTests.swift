import AccountCore
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("A person's own account on the dashboard")
struct AccountPagesTests {
    @Test("is one click away on every page, and names the sessions without their tokens")
    func page() async throws {
        try await DashboardFixture().serve { client in
            let cookies = try await client.cookies(of: .viewer)
            #expect(try await client.page("/", cookies: cookies).contains(#"href="/a/b/account""#))
            _ = try await client.signIn("viewer", agent: "Mozilla/5.0 (X11; Linux) <script> Firefox/130.0")
            let page = try await client.page("/account", cookies: cookies)
            #expect(page.contains("Firefox on Linux") && page.contains("this session") && !page.contains("<script> "))
            let sessions = try await client.twin("/account", cookies: cookies)["sessions"]?.array ?? []
            #expect(sessions.count == 2 && sessions.count { $0["isCurrent"] == true } == 1)
            let hashes = try client.fixture.world.sessions().map { Base64.encodeForURL($0.tokenHash) }
            #expect(hashes.allSatisfy { !page.contains($0) })
        }
    }

    @Test("changes the password for who knows the old one, goes on here, and ends the other sessions")
    func password() async throws {
        try await DashboardFixture().serve { client in
            let (here, there) = (try await client.cookies(of: .support), try await client.signIn("support"))
            let form = { (old: String, new: String, again: String) in "old=\(old)&new=\(new)&again=\(again)" }
            for wrong in [
                form("wrong", "a+long+password", "a+long+password"), form("correct+horse", "short", "short"),
                form("correct+horse", "a+long+password", "another+password"),
            ] {
                let answer = try await client.send(.post, "/account/password", cookies: here, form: wrong)
                #expect(answer.status == .badRequest && !String(buffer: answer.body).contains("long password"))
            }
            let right = form("correct+horse", "a+long+password", "a+long+password")
            let answer = try await client.send(.post, "/account/password", cookies: here, form: right)
            #expect(answer.status == .seeOther && answer.headers[.location] == "/a/b/account")
            let anew = try #require(answer.headers[values: .setCookie].first { $0.hasPrefix("__Host-verifyd=") })
            _ = try await client.page("/account", cookies: String(anew.prefix { $0 != ";" }))
            for old in [here, there] {
                #expect(try await client.send(.get, "/account", cookies: old).status == .seeOther)
            }
            #expect(
                try await client.send(.post, "/sign-in", form: "name=support&password=correct+horse").status
                    == .forbidden)
            #expect(try await !client.signIn("support", password: "a+long+password").isEmpty)
            let lines = try client.fixture.world.auditLines(before: nil, limit: 20).map(\.entry)
            let own = lines.filter { $0.action == .changeOwnAccess }.map(\.result)
            #expect(own == [.done, .failed], "a new password that cannot be used tries nothing")
        }
    }

    @Test("adds an authenticator app with its code, and the next sign-in asks for one before any page")
    func factor() async throws {
        try await DashboardFixture(factors: SecondFactorPolicy(.required, keyRing: StoreBench.ring)).serve { client in
            let cookies = try await client.cookies(of: .viewer)
            let first = try await client.send(.get, "/queues", cookies: cookies)
            #expect(first.headers[.location] == "/a/b/account/second-factor/add")
            #expect(try await client.send(.get, "/api/v1/queues", cookies: cookies).status == .forbidden)
            let form = try await client.twin("/account/second-factor/add", cookies: cookies)
            let kept = form["fields"]?.array?.first { $0["name"] == "secret" }?["value"]?.string
            let secret = try #require(kept.flatMap { Base64.decode($0) })
            let add = { (code: String) in
                try await client.send(
                    .post, "/account/second-factor/add", cookies: cookies, form: "secret=\(kept ?? "")&code=\(code)")
            }
            let wrong = try await add("12345")
            #expect(wrong.status == .badRequest && String(buffer: wrong.body).contains(kept ?? "?"), "the same secret")
            let code = { TOTP.code(ofStep: TOTP.step(at: client.fixture.clock.now), secret: secret) }
            #expect(try await add(code()).status == .seeOther)
            _ = try await client.page("/queues", cookies: cookies)

            client.fixture.clock.advance(by: .seconds(30))
            let asked = try await client.send(.post, "/sign-in", form: "name=viewer&password=correct+horse")
            #expect(asked.status == .ok && asked.headers[.setCookie] == nil)
            let field = String(buffer: asked.body).split(separator: #"name="pending" value=""#).last
            let pending = String(try #require(field).prefix { $0 != "\"" })
            let prove = { (code: String) in
                try await client.send(.post, "/sign-in/code", form: "pending=\(pending)&code=\(code)&to=%2Fqueues")
            }
            #expect(try await prove("12345").status == .forbidden)
            let right = try await prove(code())
            #expect(right.status == .seeOther && right.headers[.location] == "/a/b/queues")
            #expect(try await prove(code()).status == .forbidden, "a code is good once")
        }
    }

    @Test("says why there can be no authenticator app")
    func noFactor() async throws {
        try await DashboardFixture().serve { client in
            let cookies = try await client.cookies(of: .viewer)
            #expect(try await client.page("/account", cookies: cookies).contains("has no code.keys"))
            let answer = try await client.send(
                .post, "/account/second-factor/add", cookies: cookies, form: "secret=x&code=123456")
            #expect(answer.status == .badRequest)
        }
    }

    @Test("ends one of the person's sessions or all others, and no session of another person")
    func sessions() async throws {
        try await DashboardFixture().serve { client in
            let (here, other) = (try await client.cookies(of: .viewer), try await client.cookies(of: .admin))
            let second = try await client.signIn("viewer")
            let sessions = try await client.twin("/account", cookies: here)["sessions"]?.array ?? []
            let id = try #require(sessions.first { $0["isCurrent"] == false }?["id"]?.string)
            let path = "/account/sessions/\(id)/end"
            #expect(try await !client.page(path, cookies: other).contains("End this session"))
            #expect(try await client.send(.post, path, cookies: other, form: "").status == .badRequest)
            #expect(try await client.page(path, cookies: here).contains("End this session"))
            #expect(try await client.send(.post, path, cookies: here, form: "").status == .seeOther)
            #expect(try await client.send(.get, "/account", cookies: second).status == .seeOther)
            let third = try await client.signIn("viewer")
            #expect(try await client.send(.post, "/account/end-others", cookies: third, form: "").status == .seeOther)
            #expect(try await client.send(.get, "/account", cookies: here).status == .seeOther)
            for cookies in [third, other] { _ = try await client.page("/account", cookies: cookies) }
        }
    }
}

extension DashboardClient {
    /// The cookie of a new session of a person with the fixture's password; empty where the sign-in was refused.
    fileprivate func signIn(
        _ name: String, password: String = "correct+horse", agent: String = ""
    ) async throws -> String {
        var headers: HTTPFields = [.userAgent: agent]
        if let site = HTTPField.Name("Sec-Fetch-Site") { headers[site] = "same-origin" }
        let answer = try await send(.post, "/sign-in", form: "name=\(name)&password=\(password)", headers: headers)
        let cookie = answer.headers[values: .setCookie].first { $0.hasPrefix("__Host-verifyd=") } ?? ""
        return String(cookie.prefix { $0 != ";" })
    }
}
