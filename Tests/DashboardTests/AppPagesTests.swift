import HTTPTypes
import HummingbirdTesting
import NIOCore
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The pages of the apps")
struct AppPagesTests {
    @Test("put the app first that loses more than usual, with what happens to its verifications")
    func worstFirst() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.add(
            "shop", [.started: 900, .sent: 900, .approved: 700], before: [.started: 900, .approved: 700])
        try await fixture.add("acme", [.started: 60, .failed: 50], before: [.started: 60, .approved: 45])
        try await fixture.add("bank", [.started: 5, .turnedAway: 5], before: [:])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let rows = try #require(try await client.twin("/apps", cookies: viewer)["apps"]?.array)
            #expect(rows.map { $0["app"] } == ["acme", "bank", "shop"])
            #expect(rows.map { $0["hasFallen"] } == [true, false, false])
            let cells = rows[0]["cells"]?.array ?? []
            #expect(cells.first { $0["key"] == "failed" }?["share"] == 0.8333)
            #expect(cells.first { $0["key"] == "approved" }?["shareBefore"] == 0.75)
            let rejected = rows[1]["cells"]?.array?.first { $0["key"] == "rejected" }
            #expect(rejected?["count"] == 5 && rejected?["share"] == 0.5)
            let page = try await client.page("/apps", cookies: viewer)
            #expect(page.ranges(of: "<strong>fallen by a third or more</strong>").count == 1)
            #expect(page.contains("was 75 %") && page.contains("/apps/acme?window=1h"))
        }
    }

    @Test("show an app's charts, failures and countries, and lead to the pages that can be seen for it")
    func detail() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.add("shop", [.started: 900, .approved: 700, .limited: 3], before: [:])
        try await fixture.add(
            "acme", [.started: 60, .failed: 50, .approved: 3], before: [.started: 60, .approved: 45])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/apps/acme", cookies: viewer)
            #expect(twin["failures"]?.array?.map { $0["kind"] } == ["failed"], "the limit held another app")
            #expect(twin["regions"]?.array?.map { $0["began"] } == [60])
            #expect(twin["isUnknown"] == true, "it is not registered, and was counted all the same")
            let page = try await client.page("/apps/acme", cookies: viewer)
            #expect(page.ranges(of: "<figure class=\"chart\">").count == 4)
            for path in ["/verifications?app=acme", "/events?app=acme", "/test-numbers?app=acme"] {
                #expect(page.contains("href=\"\(DashboardFixture.base)\(path)\""), "\(path)")
            }
        }
    }

    @Test("answer a page for an app that nobody knows, and none for what is no app's name")
    func unknown() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/apps/nobody", cookies: viewer)
            #expect(page.contains("No app is registered with this name.") && page.contains("asked for no verification"))
            for name in ["%3Cb%3E", String(repeating: "x", count: 41), "%D7%90"] {
                #expect(try await client.send(.get, "/apps/\(name)", cookies: viewer).status == .notFound, "\(name)")
                let filtered = try await client.send(.get, "/failures?app=\(name)", cookies: viewer)
                #expect(filtered.status == .badRequest && !String(buffer: filtered.body).contains("<b>"))
            }
        }
    }

    @Test("are where a finding about an app leads")
    func fromVerdict() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.add("shop", [.started: 900, .approved: 700], before: [:])
        try await fixture.add("acme", [.started: 60, .failed: 50], before: [:])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/", cookies: viewer)
            #expect(page.contains("No verification of app acme is approved: 50 of 60 were not sent."))
            let twin = try await client.twin("/overview", cookies: viewer)
            // Without a worker in this installation it stands among the consequences.
            let findings = (twin["findings"]?.array ?? []) + (twin["followers"]?.array ?? [])
            let finding = try #require(findings.first { $0["rule"] == "approved-falls" })
            #expect(finding["links"]?.array?.first?["path"] == "/apps/acme")
        }
    }

    @Test("show names that no app can have as text, cut, and without a link")
    func hostile() async throws {
        let fixture = try await DashboardFixture()
        let names = ["<script>alert(1)</script>", "\u{202E}evil", String(repeating: "y", count: 200)]
        for name in names { try await fixture.add(name, [.started: 60], before: [.started: 60, .approved: 50]) }
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/apps", cookies: viewer)
            #expect(!page.contains("<script>alert") && page.contains("&lt;script&gt;"))
            #expect(!page.contains(String(repeating: "y", count: 65)) && page.contains("yyy…"))
            #expect(page.ranges(of: "<bdi>").count == 3 && !page.contains("/apps/y"))
            #expect(!(try await client.page("/", cookies: viewer)).contains("alert(1)"), "no rule judges such an app")
        }
    }
}

@Suite("One app on all pages")
struct OneAppTests {
    @Test("lets a person choose an app by a form that keeps what else the address says")
    func choice() async throws {
        let fixture = try await DashboardFixture()
        try fixture.register(["acme", "shop"])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let page = try await client.page("/failures?window=1h&app=acme", cookies: viewer)
            #expect(page.contains("<option selected>acme</option><option>shop</option>"))
            #expect(page.contains("<input type=\"hidden\" name=\"window\" value=\"1h\">"))
            #expect(!page.contains("type=\"hidden\" name=\"app\""))
            for path in ["/verifications?app=acme", "/?app=acme", "/failures?window=24h&amp;app=acme"] {
                #expect(page.contains("href=\"\(DashboardFixture.base)\(path)\""), "\(path)")
            }
            let all = try await client.page("/failures", cookies: viewer)
            #expect(all.contains("<option>acme</option>") && !all.contains("?app="))
        }
    }

    @Test("keeps funnel, charts and failures of the overview to the app")
    func overview() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.add("shop", [.started: 900, .sent: 900], before: [:])
        try await fixture.add("acme", [.started: 60, .failed: 50], before: [.started: 40])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let twin = try await client.twin("/overview?app=acme", cookies: viewer)
            let began = twin["funnel"]?.array?.first { $0["kind"] == "began" }
            #expect(began?["count"] == 60 && began?["weekBefore"] == 40 && twin["app"] == "acme")
            #expect(twin["failures"]?.array?.map { $0["count"] } == [50])
            let lines = twin["charts"]?.array?.first?["series"]?["lines"]?.array
            #expect(lines?.map { $0["name"] } == ["incoming a week ago", "incoming"])
            #expect(try await client.page("/?app=acme", cookies: viewer).contains("alone; all above is of all apps"))
        }
    }

    @Test("keeps failures, countries and limits to the app, with links that keep it")
    func lists() async throws {
        let fixture = try await DashboardFixture()
        try await fixture.add("shop", [.started: 900, .limited: 9, .undelivered: 7], before: [:])
        try await fixture.add("acme", [.started: 60, .failed: 50, .limited: 2], before: [:])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let groups = try await client.twin("/failures?app=acme", cookies: viewer)["groups"]?.array ?? []
            #expect(groups.map { $0["kind"] } == ["failed", "limited"])
            let path = try #require(groups.first?["path"]?.string)
            #expect(path.hasSuffix("&app=acme"))
            #expect(try await client.twin(path, cookies: viewer)["count"] == 50)
            let countries = try await client.twin("/countries?app=acme", cookies: viewer)["countries"]?.array
            #expect(countries?.map { $0["began"] } == [60])
            let held = try await client.twin("/limits?app=acme", cookies: viewer)["heldByRegion"]?.array
            #expect(held?.map { $0["count"] } == [2])
            let everything = try await client.twin("/limits", cookies: viewer)["heldByRegion"]?.array
            #expect(everything?.map { $0["count"] } == [11])
        }
    }

    @Test("keeps events and test numbers to the app, also where nobody knows it")
    func settings() async throws {
        let fixture = try await DashboardFixture()
        try fixture.register(["acme", "shop"])
        try await fixture.serve { client in
            let viewer = try await client.cookies(of: .viewer)
            let numbers = try await client.twin("/test-numbers?app=acme", cookies: viewer)["apps"]?.array
            #expect(numbers?.map { $0["app"] } == ["acme"])
            let unknown = try await client.page("/test-numbers?app=nobody", cookies: viewer)
            #expect(unknown.contains("No app is registered with the name nobody."))
            #expect(unknown.contains("<option selected>nobody</option>"))
            let events = try await client.page("/events?app=acme", cookies: viewer)
            #expect(events.contains("App acme has no webhook endpoint."))
        }
    }

    @Test("says so on pages that cannot be kept to an app, instead of ignoring it")
    func together() async throws {
        try await DashboardFixture().serve { client in
            let viewer = try await client.cookies(of: .viewer)
            for path in ["/queues", "/workers", "/gateways", "/config", "/audit"] {
                let page = try await client.page(path + "?app=acme", cookies: viewer)
                #expect(page.contains("This page shows all apps together, app acme among them."), "\(path)")
                #expect(page.contains("href=\"\(DashboardFixture.base)/failures?app=acme\""), "\(path)")
                #expect(!(try await client.page(path, cookies: viewer)).contains("all apps together"), "\(path)")
            }
            #expect(!(try await client.page("/help?app=acme", cookies: viewer)).contains("all apps together"))
        }
    }
}

extension DashboardFixture {
    /// What an app counted ten minutes ago, and a week before that.
    fileprivate func add(_ app: String, _ now: [TallyKind: Int], before: [TallyKind: Int]) async throws {
        let minute = Minute(clock.now) - 10
        for (counts, minute) in [(now, minute), (before, minute - 7 * 1_440)] {
            for (kind, count) in counts {
                try await world.add([Tally(TallyKey(kind, in: minute, app: app, region: "DE"), count: count)])
            }
        }
    }

    fileprivate func register(_ names: [String]) throws {
        for name in names { world.put(App(id: try #require(AppID(name)), displayName: name)) }
    }
}
