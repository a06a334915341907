import StrictJSON
import Testing
import VerificationCore

/// Whom the dashboard lets in, and how far.
@Suite("roles of the dashboard", .serialized, .timeLimit(.minutes(10)))
struct DashboardRoleTests {
    @Test("every route of the code has a line in the table of routes")
    func table() throws {
        let known = DashboardRoute.declared
        let real = try DashboardRoute.inSources()
        #expect(!real.isEmpty)
        #expect(real.subtracting(known).sorted() == [], "without a line in Python/routes.txt")
        #expect(known.subtracting(real).sorted() == [], "without a route in Sources/Dashboard")
    }

    @Test("each route serves its least role and the roles above, and nobody else")
    func escalation() async throws {
        try await withSite { site in
            // The weakest comes first: what a stronger role may do could take away what a route needs.
            let people: KeyValuePairs<String, OperatorRole> = [
                "vera": .viewer, "sue": .support, "otto": .operator, "ada": .admin,
            ]
            try await site.makeOperators(people)
            let ids = try await site.fillPages(try await site.serve().caller)
            try await DashboardCaller.with(try await site.dashboard().base) { stranger in
                for (name, role) in people {
                    let caller = try await stranger.signedIn(name)
                    // A rule or a test number that a person has removed is made again for the next person.
                    let values = try await site.routeValues(ids[3], phone: Site.phones(4)[3])
                    for route in DashboardRoute.inside(values) {
                        guard let least = route.least else { continue }
                        let answer = try await call(route, caller)
                        if role >= least {
                            #expect(
                                isServed(answer, route) && !answer.wantsSignIn, "\(role) \(route): \(answer.status)")
                        } else {
                            #expect(answer.status == 403, "\(role) \(route)")
                            try await expectForbidden(route, caller)
                        }
                        expectWellMade(answer, route)
                    }
                }
            }
        }
    }

    @Test("who has not signed in is led there by pages, and refused by their twins; a made-up cookie opens nothing")
    func strangers() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .admin])
            let routes = DashboardRoute.inside()
            try await DashboardCaller.with(try await site.dashboard().base) { stranger in
                var forger = stranger
                forger.cookie = "__Host-verifyd=" + String(repeating: "A", count: 43)
                for caller in [stranger, forger] {
                    for route in routes {
                        let answer = try await call(route, caller)
                        #expect(answer.status == (route.isTwin ? 401 : 303), "\(route)")
                        #expect(answer.wantsSignIn, "\(route)")
                        if route.isTwin { #expect(answer.json?["code"] != nil, "\(route)") }
                    }
                }
                // A path that does not exist tells a stranger no more than a path that does.
                #expect(try await stranger.get("/no-such-page").status != 500)
            }
        }
    }

    @Test("a session ends in every process when its person signs out, is removed, or gets another role")
    func sessions() async throws {
        try await withSite { site in
            let names = ["ada", "bob", "cleo"]
            try await site.makeOperators(["ada": .admin, "bob": .admin, "cleo": .admin])
            let (here, there) = (try await site.dashboard(), try await site.dashboard())
            try await DashboardCaller.with(here.base) { stranger in
                var callers: [String: DashboardCaller] = [:]
                for name in names {
                    let caller = try await stranger.signedIn(name)
                    try await eventually("the other process knows the session", within: .seconds(20)) {
                        try await caller.at(there.base).get("/").status == 200
                    }
                    callers[name] = caller
                }
                let (ada, bob, cleo) = (callers["ada"], callers["bob"], callers["cleo"])
                #expect(try await ada?.post("/sign-out").status == 303)
                #expect(try await ada?.get("/").wantsSignIn == true, "at once in the process that heard it")
                try await expectOut(ada, there)
                _ = try await site.run(["operators", "remove", "bob"])
                for process in [here, there] { try await expectOut(bob, process) }
                try await site.makeOperators(["cleo": .viewer])
                for process in [here, there] {
                    try await eventually("cleo is no admin at \(process.port)", within: .seconds(20)) {
                        let page = try await #require(cleo).at(process.base).get("/")
                        // The overview itself may tell of a key for admin.
                        return page.wantsSignIn || !page.body.contains("<small>admin</small>")
                    }
                }
            }
        }
    }

    private func isServed(_ answer: DashboardCaller.Answer, _ route: DashboardRoute) -> Bool {
        let refusals = [401, 403, 405] + (route.isAbsent ? [] : [404])
        return answer.status < 500 && !refusals.contains(answer.status)
    }

    /// The page promises two seconds; a busy machine gets more.
    private func expectOut(_ caller: DashboardCaller?, _ dashboard: Site.Dashboard) async throws {
        let caller = try #require(caller).at(dashboard.base)
        try await eventually("the session is over at \(dashboard.port)", within: .seconds(20)) {
            try await caller.get("/").wantsSignIn
        }
    }

    private func call(_ route: DashboardRoute, _ caller: DashboardCaller) async throws -> DashboardCaller.Answer {
        try await route.method == "GET"
            ? caller.get(route.path)
            : caller.send(
                route.method, route.path,
                headers: [
                    "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded",
                ], body: route.form)
    }

    /// Who may not do it does not learn either what is wrong with a form.
    private func expectForbidden(_ route: DashboardRoute, _ caller: DashboardCaller) async throws {
        // The search is no action, and has no preview that could refuse.
        guard route.method == "POST", !route.path.hasSuffix("/search") else { return }
        for form in ["", "reason=&limit=x&weight=x&name=x&phone=x&code=x&of=x"] {
            var bad = route
            bad.form = form
            let status = try await call(bad, caller).status
            #expect(status == 403, "\(route) with \(form)")
        }
    }

    /// What holds for every answer: nothing keeps it, no page frames it, no other type is guessed.
    private func expectWellMade(_ answer: DashboardCaller.Answer, _ route: DashboardRoute) {
        #expect(answer.header("x-content-type-options") == "nosniff", "\(route)")
        #expect(answer.header("cache-control")?.contains("no-store") == true, "\(route)")
        let policy = answer.header("content-security-policy") ?? ""
        #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "\(route)")
        #expect(!policy.contains("unsafe"), "\(route)")
        if route.isTwin {
            #expect(answer.type.contains("json") && answer.json != nil, "\(route): \(answer.type)")
        } else if route.isFile {
            #expect(
                ["text/csv", "text/markdown"].contains(answer.type.split(separator: ";").first ?? "")
                    || answer.status == 403, "\(route): \(answer.type)")
        } else if answer.status != 303 {
            #expect(answer.type == "text/html; charset=utf-8", "\(route): \(answer.type)")
        }
    }
}
