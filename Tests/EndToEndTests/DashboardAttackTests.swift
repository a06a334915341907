import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// What other people's pages, and other people's words, try to do to an operator's browser.
@Suite("attacks on the dashboard", .serialized, .timeLimit(.minutes(10)))
struct DashboardAttackTests {
    private static let script = "<script>alert(1)</script>"
    private static let image = #""><img src=x onerror=alert(2)>"#

    @Test("a form that another site's page sends changes nothing, whatever it lets the browser say")
    func forgery() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .admin])
            let dashboard = try await site.dashboard()
            try await DashboardCaller.with(dashboard.base) { stranger in
                let ada = try await stranger.signedIn("ada")
                let own = "http://localhost:\(dashboard.port)"
                let forged: [[String: String]] = [
                    ["sec-fetch-site": "cross-site"], ["sec-fetch-site": "same-site"],
                    ["sec-fetch-site": "cross-site", "origin": own],
                    ["origin": "https://evil.example"], ["origin": "null"],
                    ["origin": "http://localhost.evil.example:\(dashboard.port)"],
                    ["origin": "\(own).evil.example"], ["origin": "http://localhost:1"],
                    // A browser that is old enough to say neither could not be told from a forger.
                    [:],
                ]
                let posts = DashboardRoute.inside().filter { $0.method != "GET" }
                for route in posts + [DashboardRoute(least: nil, method: "POST", path: "/sign-out")] {
                    for headers in forged {
                        let answer = try await ada.send(
                            route.method, route.path,
                            headers: headers.merging(["content-type": "application/x-www-form-urlencoded"]) { $1 },
                            body: route.form)
                        #expect(answer.status == 403, "\(route) \(headers)")
                        #expect(answer.cookies.isEmpty, "\(route) \(headers)")
                    }
                }
                #expect(try await ada.get("/").status == 200, "nobody was signed out")
                let audit = try await site.run(["audit", "list"]).array ?? []
                #expect(!audit.contains { $0["actor"]?.string == "ada" && $0["action"]?.string != "sign-in" })
                for honest in [["sec-fetch-site": "same-origin"], ["origin": own], ["sec-fetch-site": "none"]] {
                    #expect(try await ada.post("/search", "q=%2B4915123410000", honest).status < 400, "\(honest)")
                }
            }
        }
    }

    @Test("words that are a script reach every page as words")
    func injection() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .admin])
            _ = try await site.addApp("evil", name: Self.script + Self.image)
            let served = try await site.serve()
            let values = try await site.routeValues(try await site.fillPages(served.caller)[0])
            try await plant(site)
            let dashboard = try await site.dashboard(settings: ["dashboard.environment=\(Self.script)"])
            try await DashboardCaller.with(dashboard.base) { stranger in
                let ada = try await stranger.signedIn("ada")
                let typed = ["?refresh=\(encoded)", "?to=\(encoded)&q=\(encoded)&app=\(encoded)&page=\(encoded)"]
                var texts: [String: String] = [:]
                for path in DashboardRoute.pages(values) {
                    for query in [""] + typed {
                        texts[path + query] = try await ada.get(
                            path + query, ["cookie": "\(ada.cookie ?? ""); theme=\(encoded)"]
                        ).body
                    }
                }
                texts["sign-in"] = try await stranger.get("/sign-in?to=/\(encoded)").body
                texts["wrong"] = try await stranger.post("/sign-in", "name=\(encoded)&password=x&to=/\(encoded)").body
                texts["search"] = try await ada.post("/search", "q=\(encoded)").body
                texts["nowhere"] = try await ada.get("/verifications/\(encoded)").body
                for (path, text) in texts { expectHarmless(text, path) }
                let shown = texts.values.filter { $0.contains("&lt;script&gt;alert(1)") }.count
                #expect(shown >= texts.count - 2, "the words reach the pages")
            }
        }
    }

    /// Neither opens an element, nor ends an attribute.
    private func expectHarmless(_ text: String, _ path: String) {
        #expect(!text.contains("<script>alert"), "\(path)")
        #expect(!text.contains("<img"), "\(path)")
        #expect(!text.contains(#""><"# + "img"), "\(path)")
    }

    private var encoded: String {
        (Self.script + Self.image).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Puts the words where the commands do not take them, or where only another program could have put them.
    private func plant(_ site: Site) async throws {
        let words = Self.script + Self.image
        _ = try await site.run(["queues", "pause", "events", "--reason", words])
        try await site.pool.query(
            "insert into audit (actor, deed, subject, reason, result) values (\(words), 'look', \(words), \(words), 'done')"
        )
        try await site.pool.query(
            """
            insert into gateway_breaker (gateway, generation, state, until, reason, worker, changed_at)
            values ('webhook', 1, 'open', now() + interval '1 hour', \(words), 1, now())
            on conflict (gateway) do update set state = 'open', until = excluded.until, reason = excluded.reason
            """)
        try await site.pool.query(
            """
            insert into worker (id, seen_at, host, version, activity) values (1, now() + interval '1 hour', \(words), \(words), \(words))
            on conflict (id) do update set host = excluded.host
            """)
        try await site.pool.query("update message set reason = \(words), gateway_id = \(words), gateway = \(words)")
        try await site.pool.query("update verification set reason = \(words)")
        try await site.pool.query(
            """
            insert into incident (rule, subject, level, sentence, measure, began_at, is_at_least, last_seen_at, ended_at, ending)
            values ('gateway-fails', \(words), 'DOWN', \(words), \(words), now(), false, now(), now(), \(words))
            """)
        try await site.pool.query(
            "insert into mark (created_at, kind, subject, detail) values (now(), 'breaker-opened', \(words), \(words))")
        try await site.pool.query(
            """
            insert into acknowledgement (rule, level, subjects, who, reason, until)
            select rule, 2, array['', 'webhook'], \(words), \(words), now() + interval '1 hour'
            from unnest(array['no-workers', 'gateway-away', 'no-gateways', 'workers-held']) rule
            """)
        try await site.pool.query(
            """
            insert into tally (kind, minute, app, region, gateway, reason, count)
            values ('started', date_trunc('minute', now()), 'evil', \(words), \(words), \(words), 3)
            """)
    }
}
