import Testing
import VerificationCore

/// The dashboard behind a proxy that others share, at a path of its own and behind TLS.
@Suite("the dashboard behind a proxy", .serialized, .timeLimit(.minutes(10)))
struct DashboardProxyTests {
    private static let path = "/a/b"

    @Test("a browser that comes through TLS stays below the path, from the sign-in to the sign-out")
    func browser() async throws {
        try await withProxy(fills: true) { _, proxy, values in
            let base = "https://localhost:\(proxy.securePort)\(Self.path)"
            let report = try await BrowserVisit.run(
                base, name: "ada", pages: DashboardRoute.pages(values), depth: .brief)
            for finding in report.findings { Issue.record("\(finding)") }
            #expect(report.pages.count > 1, "the menu leads somewhere")
        }
    }

    @Test("redirects, the cookie and every address on every page stay below the path")
    func addresses() async throws {
        try await withProxy(fills: true) { _, proxy, values in
            try await DashboardCaller.with("http://localhost:\(proxy.plainPort)\(Self.path)") { stranger in
                for path in ["/", "/verifications"] {
                    let answer = try await stranger.get(path)
                    #expect(answer.status == 303 && answer.location.hasPrefix("\(Self.path)/sign-in?to="))
                }
                let ada = try await stranger.signedIn("ada")
                for path in DashboardRoute.pages(values) {
                    let page = try await ada.get(path)
                    #expect(page.status == 200, "\(path)")
                    #expect(page.header("cache-control")?.contains("no-store") == true, "\(path) is kept")
                    expectOwnAddresses(page.body, path)
                }
                let out = try await ada.post("/sign-out")
                #expect(out.status == 303 && out.location == "\(Self.path)/sign-in")
                #expect(try await ada.get("/").wantsSignIn)
            }
        }
    }

    @Test("after the sign-in a person gets to a page below the path, wherever the address bar says")
    func places() async throws {
        try await withProxy { _, proxy, _ in
            try await DashboardCaller.with("http://localhost:\(proxy.plainPort)\(Self.path)") { stranger in
                for place in [
                    "//evil.example", "https://evil.example", "/\\evil.example", "/..//evil.example", "/verifications",
                    "/%0d%0aSet-Cookie:x=y", "/%2e%2e/elsewhere", "javascript:alert(1)", "",
                ] {
                    let answer = try await stranger.signIn("ada", to: place)
                    #expect(answer.status == 303)
                    #expect(answer.location.hasPrefix("\(Self.path)/"), "\(place) leads to \(answer.location)")
                    #expect(!answer.location.dropFirst(Self.path.count).contains("//"), "\(place)")
                    #expect(!answer.location.contains("/.."), "\(place) leads to \(answer.location)")
                }
            }
        }
    }

    @Test("cookies are the host's own, and no script, no plain connection and no other site gets them")
    func cookie() async throws {
        try await withProxy { _, proxy, _ in
            try await DashboardCaller.with("http://localhost:\(proxy.plainPort)\(Self.path)") { stranger in
                let cookies = try await stranger.signIn("ada").cookies
                try #require(cookies.count == 2)
                for cookie in cookies {
                    #expect(cookie.hasPrefix("__Host-"))
                    let attributes = Set(cookie.split(separator: "; ").dropFirst().map(String.init))
                    #expect(attributes.isSuperset(of: ["Path=/", "Secure", "HttpOnly"]))
                    #expect(!attributes.contains { $0.hasPrefix("Domain") })
                    #expect(!attributes.isDisjoint(with: ["SameSite=Lax", "SameSite=Strict"]))
                }
            }
        }
    }

    /// Every address in the page's text: begins with the path, or leads to a place in the same page.
    private func expectOwnAddresses(_ page: String, _ path: String) {
        let address = #/(?:href|src|action|formaction|hx-get|hx-post|content)="(?<url>[^"]*)"/#
        for match in page.matches(of: address) where match.url.hasPrefix("/") || match.url.contains("://") {
            #expect(match.url.hasPrefix("\(Self.path)/"), "\(path) has \(match.url)")
        }
    }

    private func withProxy(
        fills: Bool = false, _ body: (Site, NginxProxy, DashboardRoute.Values) async throws -> Void
    ) async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .admin])
            let ids = fills ? try await site.fillPages(try await site.serve().caller) : []
            let values = try await site.routeValues(ids.first ?? "")
            let dashboard = try await site.dashboard(path: Self.path)
            try await NginxProxy.with(path: Self.path, port: dashboard.port) { proxy in
                try await body(site, proxy, values)
            }
        }
    }
}
