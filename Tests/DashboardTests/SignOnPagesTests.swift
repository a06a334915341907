import AccountCore
import AccountTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The way through the single sign-on")
struct SignOnPagesTests {
    private let provider = ScriptedSignOnProvider()

    private func serve(_ body: @Sendable (DashboardClient) async throws -> Void) async throws {
        try await DashboardFixture(provider: provider).serve(body)
    }

    /// What a browser takes to the provider, and the cookie that it keeps.
    private func begin(
        _ client: DashboardClient, to path: String = "%2Fqueues"
    ) async throws -> (address: String, state: String, cookie: String) {
        let answer = try await client.send(.get, "/sign-in/provider?to=\(path)")
        #expect(answer.status == .seeOther)
        let address = try #require(answer.headers[.location])
        let field = try #require(address.split(separator: "&").first { $0.hasPrefix("state=") })
        let cookie = try #require(answer.headers[.setCookie])
        return (address, String(field.dropFirst("state=".count)), String(cookie.prefix { $0 != ";" }))
    }

    @Test("a link leads to the provider, with an address that no caller has a part in, and back into the dashboard")
    func flow() async throws {
        provider.give("code", for: ["sub": "7", "preferred_username": "anna", "groups": ["oncall"]])
        try await serve { client in
            let page = try await client.send(.get, "/sign-in?to=%2Fqueues")
            let html = String(buffer: page.body)
            #expect(html.contains(#"href="/a/b/sign-in/provider?to=%2Fqueues""#))
            #expect(html.contains("Sign in with &lt;ID&gt;") && html.contains(#"name="password""#))

            let (address, state, cookie) = try await begin(client)
            #expect(address.hasPrefix("https://id.example/auth?tenant=1&response_type=code&client_id=dash&"))
            let back = "redirect_uri=https%3A%2F%2Fops.example%2Fa%2Fb%2Fsign-in%2Fprovider%2Fanswer"
            #expect(address.contains(back) && address.contains("&code_challenge_method=S256"))

            let path = "/sign-in/provider/answer?code=code&state=\(state)"
            let answer = try await client.send(
                .get, path, cookies: cookie, headers: [try #require(HTTPField.Name("Sec-Fetch-Site")): "cross-site"])
            #expect(answer.status == .seeOther && answer.headers[.location] == "/a/b/queues")
            let cookies = answer.headers[values: .setCookie]
            let session = try #require(cookies.first { $0.hasPrefix("__Host-verifyd=") })
            #expect(cookies.contains { $0.hasPrefix("__Host-verifyd-sign-on=;") && $0.hasSuffix("Max-Age=0") })
            let account = try await client.page("/account", cookies: String(session.prefix { $0 != ";" }))
            #expect(account.contains("anna") && account.contains("by single sign-on"))
            #expect(!account.contains("/account/password"))

            let again = try await client.send(.get, path, cookies: cookie)
            #expect(again.status == .forbidden, "the code was used")
        }
    }

    @Test("its cookie is this host's alone, ends after ten minutes and opens nothing")
    func cookie() async throws {
        try await serve { client in
            let answer = try await client.send(.get, "/sign-in/provider")
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-verifyd-sign-on="))
            #expect(cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=600"))
            let page = try await client.send(.get, "/", cookies: String(cookie.prefix { $0 != ";" }))
            #expect(page.status == .seeOther)
        }
    }

    @Test("it leads nowhere else afterwards")
    func redirects() async throws {
        try await serve { client in
            for (number, to) in ["%2F%2Fevil.example", "https:%2F%2Fevil.example", "%2F%5Cevil.example"].enumerated() {
                provider.give("\(number)", for: ["sub": "7", "groups": ["oncall"]])
                let (_, state, cookie) = try await begin(client, to: to)
                let path = "/sign-in/provider/answer?code=\(number)&state=\(state)"
                let answer = try await client.send(.get, path, cookies: cookie)
                #expect(answer.headers[.location] == "/a/b/", "\(to)")
            }
            // A browser may write itself any cookie.
            let secret = Base64.encodeForURL([UInt8](repeating: 1, count: 32))
            let end = (client.fixture.clock.now + .seconds(60)).microseconds
            let text = "\(secret).\(end).\(Base64.encodeForURL(Array("//evil.example".utf8)))"
            let attempt = try #require(SignOnAttempt(text: text))
            provider.give("own", for: ["sub": "7", "groups": ["oncall"]])
            let answer = try await client.send(
                .get, "/sign-in/provider/answer?code=own&state=\(attempt.state)",
                cookies: "__Host-verifyd-sign-on=\(text)")
            #expect(answer.headers[.location] == "/a/b/")
        }
    }

    @Test("each refusal is a page that says what to do, with both ways in, and no text of the address in it as it is")
    func refusals() async throws {
        provider.give("other", for: ["sub": "8", "preferred_username": "otto", "groups": ["guests"]])
        provider.give("viewer", for: ["sub": "9", "preferred_username": "viewer", "groups": ["oncall"]])
        try await serve { client in
            let (_, state, cookie) = try await begin(client)
            let cases: [(query: String, status: HTTPResponse.Status, words: String)] = [
                ("error=access_denied&state=\(state)", .forbidden, "The provider refused the sign-in"),
                ("error=%3Cscript%3E&state=\(state)", .badGateway, "another error"),
                ("code=made-up&state=\(state)", .forbidden, "does not prove who you are"),
                ("code=other&state=\(state)", .forbidden, "calls you otto"),
                ("code=viewer&state=\(state)", .forbidden, "Another operator here is called viewer"),
                ("code=other&state=another", .badRequest, "Begin again at https://ops.example/a/b/sign-in"),
                ("code=%ZZ", .badRequest, "Begin again"), ("", .badRequest, "Begin again"),
            ]
            for (query, status, words) in cases {
                let answer = try await client.send(.get, "/sign-in/provider/answer?\(query)", cookies: cookie)
                let html = String(buffer: answer.body)
                #expect(answer.status == status && html.contains(words), "\(query)")
                #expect(html.contains("/sign-in/provider?to=") && html.contains(#"name="password""#), "\(query)")
                #expect(!html.contains("<script>"), "\(query)")
                let session = answer.headers[values: .setCookie].contains { $0.hasPrefix("__Host-verifyd=") }
                #expect(!session, "\(query)")
            }
            provider.fail(.unreachable("timeout"))
            let away = try await client.send(.get, "/sign-in/provider?to=%2Fqueues")
            #expect(away.status == .serviceUnavailable)
            #expect(String(buffer: away.body).contains("gives no answer (timeout)"))
        }
    }

    @Test("without a provider there is no button and no such address")
    func off() async throws {
        try await DashboardFixture().serve { client in
            let page = try await client.send(.get, "/sign-in")
            #expect(!String(buffer: page.body).contains("/sign-in/provider"))
            for path in ["/sign-in/provider", "/sign-in/provider/answer"] {
                #expect(try await client.send(.get, path).headers[.location]?.hasPrefix("/a/b/sign-in?to=") == true)
            }
        }
    }
}
