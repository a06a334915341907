import HTTPTypes
import HummingbirdTesting
import NIOCore
import Operations
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("Security keys on the dashboard")
struct SecurityKeyPagesTests {
    private let policy = SecondFactorPolicy(
        .optional, keyRing: StoreBench.ring, site: KeySite(url: "https://ops.example.com/a/b"))

    @Test("are added on the page Account by a name and the password, and removed there")
    func adding() async throws {
        try await DashboardFixture(factors: policy).serve { client in
            let cookies = try await client.cookies(of: .viewer)
            #expect(try await client.page("/account", cookies: cookies).contains("You have no security key"))
            let key = VirtualSecurityKey()
            let twin = try await client.twin("/account/keys/add", cookies: cookies)
            let request = try #require(twin["keyRequest"])
            let options = try JSONValue(parsing: Array((request["options"]?.string ?? "").utf8))
            #expect(options["site"] == "ops.example.com" && options["origin"] == "https://ops.example.com")
            #expect(options["known"] == [] && options["isNew"] == true)
            #expect(options["algorithms"] == [-7, -8, -257])
            let form = try await client.page("/account/keys/add", cookies: cookies)
            #expect(form.contains("needs JavaScript") && form.contains("/assets/securityKey.js?"))

            let field = try #require(request["kept"]?.string)
            let send = { (answer: String, password: String) in
                try await client.send(
                    .post, "/account/keys/add", cookies: cookies,
                    form: "label=blue+%3Ckey%3E&password=\(password)&challenge=\(field)&answer=\(answer)")
            }
            for (answer, password) in [
                ("", "correct+horse"), ("x.y", "correct+horse"), (key.made(for: field), "wrong"),
            ] {
                let refused = try await send(answer, password)
                let page = String(buffer: refused.body)
                #expect(refused.status == .badRequest && page.contains("blue &lt;key&gt;"), "\(password)")
            }
            let anew = try await client.twin("/account/keys/add", cookies: cookies)["keyRequest"]?["kept"]?.string
            let second = try #require(anew)
            let added = try await client.send(
                .post, "/account/keys/add", cookies: cookies,
                form: "label=blue+%3Ckey%3E&password=correct+horse&challenge=\(second)&answer=\(key.made(for: second))")
            #expect(added.status == .seeOther && added.headers[.location] == "/a/b/account")
            let page = try await client.page("/account", cookies: cookies)
            #expect(page.contains("blue &lt;key&gt;") && !page.contains("blue <key>"))
            #expect(page.contains("never"))
            let list = try await client.twin("/account", cookies: cookies)["keys"]?["list"]?.array
            let path = "/account/keys/\(try #require(list?.first?["id"]?.string))/remove"
            let (wrong, right) = ("password=wrong", "password=correct+horse")
            #expect(try await client.send(.post, path, cookies: cookies, form: wrong).status == .badRequest)
            let other = try await client.cookies(of: .admin)
            #expect(try await client.send(.post, path, cookies: other, form: right).status == .badRequest)
            #expect(try await client.send(.post, path, cookies: cookies, form: right).status == .seeOther)
            #expect(try await client.twin("/account", cookies: cookies)["keys"]?["hasKeys"] == false)
        }
    }

    @Test("are asked for in the second step of the sign-in, and their answer leads to the page that was wanted")
    func signIn() async throws {
        try await DashboardFixture(factors: policy).serve { client in
            let cookies = try await client.cookies(of: .viewer)
            let key = VirtualSecurityKey()
            let twin = try await client.twin("/account/keys/add", cookies: cookies)
            let field = try #require(twin["keyRequest"]?["kept"]?.string)
            let added = try await client.send(
                .post, "/account/keys/add", cookies: cookies,
                form: "label=blue&password=correct+horse&challenge=\(field)&answer=\(key.made(for: field))")
            #expect(added.status == .seeOther)
            client.fixture.clock.advance(by: .seconds(1))
            let asked = try await client.send(.post, "/sign-in", form: "name=viewer&password=correct+horse")
            let page = String(buffer: asked.body)
            #expect(asked.status == .ok && page.contains("Use a security key"))
            #expect(!page.contains(#"name="code""#))
            let (pending, challenge) = (Self.field("pending", in: page), Self.field("challenge", in: page))
            let answer = try key.signed(challenge)
            let send = { (answer: String) in
                try await client.send(
                    .post, "/sign-in/key",
                    form: "pending=\(pending)&challenge=\(challenge)&answer=\(answer)&to=%2Fqueues")
            }
            let refused = try await send("x")
            let again = String(buffer: refused.body)
            #expect(refused.status == .forbidden && again.contains("is not taken"))
            #expect(again.contains(pending))
            let taken = try await send(answer)
            #expect(taken.status == .seeOther && taken.headers[.location] == "/a/b/queues")
            #expect(taken.headers[values: .setCookie].contains { $0.hasPrefix("__Host-verifyd=") })
            #expect(try await send(answer).status == .forbidden, "an answer is good once")
            let code = try await client.send(.post, "/sign-in/code", form: "pending=\(pending)&code=123456")
            #expect(code.status == .forbidden, "no code stands for a key")
        }
    }

    @Test("their script comes with the other assets")
    func script() async throws {
        try await DashboardFixture(factors: policy).serve { client in
            let answer = try await client.send(.get, "/assets/securityKey.js")
            #expect(answer.headers[.contentType] == "text/javascript; charset=utf-8")
            #expect(String(buffer: answer.body).contains("navigator.credentials"))
        }
    }

    private static func field(_ name: String, in page: String) -> String {
        let rest = page.split(separator: #"name="\#(name)" value=""#).last ?? ""
        return String(rest.prefix { $0 != "\"" })
    }
}
