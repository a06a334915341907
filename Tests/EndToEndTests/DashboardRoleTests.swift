import StrictJSON
import Testing
import VerificationCore

/// Whom the dashboard lets in, and how far.
@Suite("roles of the dashboard", .serialized, .timeLimit(.minutes(5)))
struct DashboardRoleTests {
    /// A file is no page, and the other addresses need what an earlier answer tells; the tests of the use cases try each
    /// role.
    private static let untried: Set = [
        "action /limits/blocks/{id}/remove", "action /test-numbers/{app}/{id}/change",
        "action /test-numbers/{app}/{id}/remove", "page /failures/{kind}/{gateway}/{reason}", "page /limits/uses",
        "get /audit.csv",
    ]

    @Test("every route of the code has a line in the table of routes")
    func table() throws {
        let known = DashboardRoute.declared.union(Self.untried)
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
            let routes = DashboardRoute.inside(ids[3], phone: "%2B" + Site.phones(4)[3].dropFirst())
            try await DashboardCaller.with(try await site.dashboard().base) { stranger in
                for (name, role) in people {
                    let caller = try await stranger.signedIn(name)
                    for route in routes {
                        guard let least = route.least else { continue }
                        let answer = try await call(route, caller)
                        if role >= least {
                            #expect(
                                answer.status < 500 && ![401, 403, 404, 405].contains(answer.status)
                                    && !answer.wantsSignIn, "\(role) \(route): \(answer.status)")
                        } else {
                            #expect(answer.status == 403, "\(role) \(route)")
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
            let routes = DashboardRoute.inside("\(Site.makeID())")
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
                        return page.wantsSignIn || !page.body.contains("admin")
                    }
                }
            }
        }
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

    /// What holds for every answer: nothing keeps it, no page frames it, no other type is guessed.
    private func expectWellMade(_ answer: DashboardCaller.Answer, _ route: DashboardRoute) {
        #expect(answer.header("x-content-type-options") == "nosniff", "\(route)")
        #expect(answer.header("cache-control")?.contains("no-store") == true, "\(route)")
        let policy = answer.header("content-security-policy") ?? ""
        #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "\(route)")
        #expect(!policy.contains("unsafe"), "\(route)")
        if route.isTwin {
            #expect(answer.type.contains("json") && answer.json != nil, "\(route): \(answer.type)")
        } else if answer.status != 303 {
            #expect(answer.type == "text/html; charset=utf-8", "\(route): \(answer.type)")
        }
    }
}
