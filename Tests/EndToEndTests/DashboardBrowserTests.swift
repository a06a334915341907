import StrictJSON
import Testing
import VerificationCore

/// People read the dashboard with a browser: with scripts and without, in the light and in the dark, with keys alone and
/// with a thumb.
@Suite("the dashboard in a browser", .serialized, .timeLimit(.minutes(10)))
struct DashboardBrowserTests {
    @Test("every page is whole, usable by keys and by thumb, and legible; also without scripts")
    func pages() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .admin])
            let served = try await site.serve()
            let values = try await site.routeValues(try await site.fillPages(served.caller)[0])
            let dashboard = try await site.dashboard(settings: ["dashboard.environment=TEST"])
            let report = try await BrowserVisit.run(
                dashboard.base, name: "ada", pages: DashboardRoute.pages(values))
            for finding in report.findings { Issue.record("\(finding)") }
            #expect(report.pages.count > 1, "the menu leads somewhere")
        }
    }

    @Test("a person adds a security key, signs in with it, and a browser without scripts says what it lacks")
    func securityKey() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .viewer])
            let report = try await BrowserVisit.runWithSecurityKey(try await site.dashboard().base, name: "ada")
            for finding in report.findings { Issue.record("\(finding)") }
            #expect(report.pages == ["/account/keys/add", "/sign-in"])
            let listed = try #require(try await site.run(["operators", "list"]).array?.first)
            #expect(listed["keys"] == 1 && listed["hasApp"] == false)
        }
    }

    @Test("each rule finds something on a bad page")
    func badPage() async throws {
        let rules = Set(try await BrowserVisit.runOnBadPage().findings.map(\.rule))
        let expected: Set = [
            "afterSkip", "axe button-name", "axe label", "axe region", "base", "console",
            "contrast", "action", "first", "html", "keyboardEnd", "keys", "modifiers", "renewal", "status", "structure",
            "targets", "theme", "typing", "width", "words",
        ]
        #expect(expected.subtracting(rules).isEmpty)
    }
}
