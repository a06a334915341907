import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import VerificationCore
import VerificationTesting

@Suite("Who gets into the dashboard")
struct DashboardAccessTests {
    /// Every page of the menu, and every action with the least role that may see it.
    static let pages = [
        "/", "/queues", "/queues/dead", "/verifications", "/failures", "/gateways", "/gateways/main", "/workers",
        "/more", "/limits",
        "/test-numbers", "/apps", "/apps/acme", "/countries", "/countries/DE", "/proofs", "/events", "/audit",
        "/config", "/help", "/rules",
        "/rules/no-api", "/incidents", "/account", "/account/password", "/account/end-others",
    ]
    static let actions: [(path: String, role: OperatorRole)] = [
        ("/queues/requests/pause", .operator), ("/queues/requests/resume", .operator),
        ("/verifications/019aa0c5-0000-7000-8000-000000000000/number", .support), ("/queues/dead/replay", .operator),
        ("/queues/dead/purge", .admin), ("/gateways/main/off", .operator), ("/gateways/main/on", .operator),
        ("/gateways/main/weight", .operator),
    ]

    @Test("a browser without a session is led to the sign-in and from there back; a program is told to sign in")
    func strangers() async throws {
        try await DashboardFixture().serve { client in
            for path in Self.pages + Self.actions.map(\.path) {
                let page = try await client.send(.get, path)
                #expect(page.status == .seeOther, "\(path)")
                #expect(page.headers[.location]?.hasPrefix("/a/b/sign-in?to=%2F") == true, "\(path)")
                let twin = try await client.send(.get, "/api/v1" + (path == "/" ? "/overview" : path))
                #expect(twin.status == .unauthorized, "\(path)")
            }
            let form = "name=viewer&password=correct+horse&to=%2Fqueues"
            let back = try await client.send(.post, "/sign-in", form: form)
            #expect(back.headers[.location] == "/a/b/queues")
            let elsewhere = form.replacing("to=%2Fqueues", with: "to=%2F%2Fevil.example")
            #expect(try await client.send(.post, "/sign-in", form: elsewhere).headers[.location] == "/a/b/")
        }
    }

    @Test(
        "every role sees every page and its twin; each action is for its role and above",
        arguments: OperatorRole.allCases)
    func roles(_ role: OperatorRole) async throws {
        try await DashboardFixture().serve { client in
            let cookies = try await client.cookies(of: role)
            for path in Self.pages {
                let page = try await client.page(path, cookies: cookies)
                #expect(page.contains("<h1>") && page.contains("TEST &lt;1&gt;"), "\(path)")
                _ = try await client.twin(path == "/" ? "/overview" : path, cookies: cookies)
            }
            for action in Self.actions {
                let expected: HTTPResponse.Status = role >= action.role ? .ok : .forbidden
                for path in [action.path, "/api/v1" + action.path] {
                    #expect(try await client.send(.get, path, cookies: cookies).status == expected, "\(path)")
                }
                if role < action.role {
                    let answer = try await client.send(
                        .post, action.path, cookies: cookies, form: "reason=x&name=dead&limit=1")
                    #expect(answer.status == .forbidden, "\(action.path)")
                }
            }
        }
    }

    @Test("a page of another origin makes no browser do anything")
    func forgery() async throws {
        try await DashboardFixture().serve { client in
            let cookies = try await client.cookies(of: .admin)
            let foreign: [HTTPFields] = [
                [.secFetchSite: "cross-site"], [.secFetchSite: "same-site"], [.origin: "https://evil.example"],
                [.origin: "null"], [.userAgent: "old"],
            ]
            for headers in foreign {
                for path in ["/queues/requests/pause", "/sign-in", "/sign-out", "/theme", "/search"] {
                    let answer = try await client.send(
                        .post, path, cookies: cookies, form: "reason=x", headers: headers)
                    #expect(answer.status == .forbidden, "\(path) \(headers)")
                }
            }
            #expect(try await client.fixture.world.workforce().pauses.isEmpty)
        }
    }

    @Test("pages are kept by nobody, run only what comes from here, and stand in no frame; cookies stay with the host")
    func headers() async throws {
        try await DashboardFixture().serve { client in
            let signIn = try await client.send(.post, "/sign-in", form: "name=viewer&password=correct+horse")
            let cookies = signIn.headers[values: .setCookie]
            let cookie = try #require(cookies.first)
            #expect(cookie.hasPrefix("__Host-verifyd=") && cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Lax"))
            let known = try #require(cookies.last)
            #expect(known.hasPrefix("__Host-verifyd-browser=") && known.contains("; Path=/; Secure; HttpOnly;"))
            let page = try await client.send(.get, "/sign-in")
            #expect(page.headers[.cacheControl] == "no-store" && page.headers[.xContentTypeOptions] == "nosniff")
            let policy = try #require(page.headers[.contentSecurityPolicy])
            for part in ["default-src 'self'", "frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"] {
                #expect(policy.contains(part))
            }
            #expect(!policy.contains("unsafe"))
        }
    }

    @Test("htmx is byte for byte what its authors made, and assets are kept for as long as their addresses stand")
    func assets() async throws {
        try await DashboardFixture().serve { client in
            let script = try await client.send(.get, "/assets/htmx.js")
            let sum = SHA256.hash(data: Array(script.body.readableBytesView)).map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
            #expect(sum == "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de")
            #expect(script.headers[.cacheControl] == "public, max-age=31536000, immutable")
            for name in ["dashboard.css", "dashboard.js", "securityKey.js", "icon.svg"] {
                #expect(try await client.send(.get, "/assets/\(name)").status == .ok, "\(name)")
            }
            #expect(try await client.send(.get, "/assets/..%2F..%2Fsecret").status.code >= 400)
        }
    }

    @Test("a path that is no page gets a page that says it, however many parts it has, and its twin a problem")
    func noPage() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let paths = [
                "/nothing", "/queues/nothing", "/queues/requests/nothing", "/gateways/main/off/more", "/a/b/c/d/e",
                "/a/b/c/d/e/f/g",
            ]
            for path in paths {
                let answer = try await client.send(.get, path, cookies: viewer)
                #expect(
                    answer.status == .notFound && String(buffer: answer.body).contains("There is no such page."),
                    "\(path)")
                let stranger = try await client.send(.get, path)
                #expect(stranger.status == .seeOther, "\(path)")
                let twin = try await client.send(.get, "/api/v1" + path, cookies: viewer)
                #expect(twin.status == .notFound && !String(buffer: twin.body).contains("<html"), "\(path)")
            }
        }
    }

    @Test("whoever asks for the search's address comes to the verifications, after the sign-in")
    func searchAddress() async throws {
        try await DashboardFixture().serve { client in
            let stranger = try await client.send(.get, "/search")
            #expect(stranger.status == .seeOther)
            #expect(stranger.headers[.location]?.hasPrefix(DashboardFixture.base + "/sign-in") == true)
            let viewer = try await client.cookies(of: .viewer)
            let answer = try await client.send(.get, "/search", cookies: viewer)
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.location] == DashboardFixture.base + "/verifications")
        }
    }

    @Test("whoever types only the host and the port comes to the dashboard")
    func atOrigin() async throws {
        try await DashboardFixture().serve { client in
            let answer = try await client.client.execute(uri: "/", method: .get)
            #expect(answer.status == .seeOther && answer.headers[.location] == DashboardFixture.base + "/")
        }
    }

    @Test("whoever chooses a theme below the answer to a form comes back to a page that there is")
    func themeAfterForm() async throws {
        try await DashboardFixture().serve { client in
            let cookies = try await client.cookies(of: .support)
            let answer = try await client.send(.post, "/search", cookies: cookies, form: "q=none")
            #expect(answer.status == .ok)
            #expect(String(buffer: answer.body).contains(#"name="to" value="/verifications""#))
        }
    }

    @Test("a person chooses light or dark, and the next page is written so")
    func theme() async throws {
        try await DashboardFixture().serve { client in
            let chosen = try await client.send(.post, "/theme", form: "theme=dark&to=%2Fsign-in")
            #expect(chosen.headers[.location] == "/a/b/sign-in")
            let cookie = String(try #require(chosen.headers[.setCookie]).prefix { $0 != ";" })
            #expect(cookie == "theme=dark")
            #expect(try await client.page("/sign-in", cookies: cookie).contains(#"<html lang="en" data-theme="dark">"#))
            let other = try await client.send(.post, "/theme", form: "theme=%22%3E&to=%2F")
            #expect(other.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = Self("Sec-Fetch-Site") ?? .origin
}
