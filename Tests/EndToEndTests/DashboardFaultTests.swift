import Queue
import StrictJSON
import Testing
import VerificationCore

/// The broker or the database goes away under a dashboard that people look at.
@Suite("the dashboard in a fault", .serialized, .timeLimit(.minutes(10)))
struct DashboardFaultTests {
    /// A page that takes longer hangs; a look at a silent part ends after 2 or 3 s, on a busy machine later.
    private static let patience = Duration.seconds(10)

    @Test("without the broker every page comes in time, says so, and shows what was last known")
    func stoppedBroker() async throws {
        try await outage(of: "broker", .stopBroker, healedBy: .startBroker)
    }

    @Test("with a broker that is silent as well")
    func frozenBroker() async throws {
        try await outage(of: "broker", .freezeBroker, healedBy: .thawBroker)
    }

    @Test("without the database every page comes in time, says so, and shows what was last known")
    func stoppedDatabase() async throws {
        try await outage(of: "database", .stopDatabase, healedBy: .startDatabase)
    }

    @Test("with a database that is silent as well")
    func frozenDatabase() async throws {
        try await outage(of: "database", .freezeDatabase, healedBy: .thawDatabase)
    }

    private func outage(
        of part: String, _ fault: ServiceControl.Order, healedBy cure: ServiceControl.Order
    ) async throws {
        try await withSite(leavingQueues: part == "broker") { site in
            try await site.makeOperators(["ada": .admin])
            let ids = try await site.fillPages(try await site.serve().caller)
            let values = try await site.routeValues(ids[0])
            let dashboard = try await site.dashboard()
            try await DashboardCaller.with(dashboard.base) { stranger in
                let ada = try await stranger.signedIn("ada")
                let paths = DashboardRoute.inside(values).filter {
                    $0.method == "GET" && !$0.leads && !$0.isAbsent
                }.map(\.path)
                let before = try await look(at: paths, ada)
                for (path, answer) in before { #expect(answer.status == 200, "\(path): \(answer.status)") }
                let queue = site.topology.requests
                #expect(before["/"]?.body.contains("webhook") == true, "the overview names the gateway")
                try await ServiceControl.under(fault, healedBy: cure) {
                    try await eventually("the overview says that the \(part) is away", within: .seconds(20)) {
                        let page = try await ada.get("/")
                        // Looks at a silent database end one after the other; the frame of all pages needs a look of its own.
                        let isInFrame = part != "database" || page.body.contains("The database is away:")
                        return page.status == 200 && !page.says(part, asIn: before["/"]) && isInFrame
                    }
                    for (path, answer) in try await look(at: paths, ada) {
                        expectUseful(answer, before[path], path, without: part)
                    }
                    let overview = try await ada.get("/").body
                    #expect(overview.contains("webhook"), "the gateways were known")
                    #expect(
                        overview.contains(queue) == (before["/"]?.body.contains(queue) == true), "the queues were known"
                    )
                    let start = ContinuousClock.now
                    _ = try await stranger.signedIn("ada")
                    #expect(.now - start < Self.patience, "a person can sign in")
                }
                try await eventually("every page is as before", within: .seconds(30)) {
                    try await look(at: paths, ada).allSatisfy { path, answer in
                        // The list of incidents keeps the outage.
                        answer.status == 200 && (path.hasSuffix("/incidents") || answer.says(part, asIn: before[path]))
                    }
                }
            }
        }
    }

    /// A page may answer 503 with words, where nothing was known before.
    private func expectUseful(
        _ answer: DashboardCaller.Answer, _ before: DashboardCaller.Answer?, _ path: String, without part: String
    ) {
        #expect(answer.took < Self.patience, "\(path) took \(answer.took)")
        #expect([200, 503].contains(answer.status), "\(path): \(answer.status)")
        if answer.status == 503 {
            #expect(answer.body.lowercased().contains(part), "\(path) says what is away")
            #expect(answer.body.contains("<h1") || answer.json?["code"] != nil, "\(path) is a page, or a problem")
        } else if path.hasPrefix("/api/") {
            #expect(answer.json != nil, "\(path)")
        } else if part == "database" {
            #expect(!answer.says(part, asIn: before), "\(path) says what is away")
        }
    }

    /// Everybody looks at once: pages that wait for each other would be late.
    private func look(
        at paths: [String], _ caller: DashboardCaller
    ) async throws -> [String: DashboardCaller.Answer] {
        try await withThrowingTaskGroup(of: (String, DashboardCaller.Answer).self) { group in
            for path in paths { group.addTask { (path, try await caller.get(path)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}

extension DashboardCaller.Answer {
    /// Whether the page names a part of the installation as often as it did before.
    fileprivate func says(_ part: String, asIn before: DashboardCaller.Answer?) -> Bool {
        func count(_ text: String?) -> Int { text?.lowercased().components(of: part) ?? 0 }
        return count(body) == count(before?.body)
    }
}

extension String {
    fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
