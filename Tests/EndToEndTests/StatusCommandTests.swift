import Foundation
import PostgreSQL
import StrictJSON
import Testing
import VerificationCore

/// `verifyd status`: the dashboard's verdict in a terminal.
@Suite("the command status", .serialized, .timeLimit(.minutes(10)))
struct StatusCommandTests {
    @Test("says OK, DEGRADED or DOWN with 0, 1 or 2, and in the words of the dashboard")
    func verdicts() async throws {
        try await withSite { site in
            try await site.makeOperators(["ada": .viewer])
            let worker = try await site.worker()
            _ = try await site.api()
            let dashboard = try await site.dashboard()
            // An API process says a few seconds after its start that it is there.
            try await eventually("all is well") { try await Self.status(site).exit == .code(0) }
            let fine = try await Self.status(site)
            #expect(fine.verdict["level"] == "OK" && fine.verdict["sentence"] == "All systems normal")
            #expect(fine.verdict["findings"] == .array([]) && fine.verdict["isFirstLook"]?.bool == true)

            _ = try await site.run(["queues", "pause", "events", "--reason", "exercise"])
            let meant = try await Self.status(site)
            #expect(meant.exit == .code(0) && meant.verdict["findings"] == .array([]))
            let intent = try #require(meant.verdict["intended"]?.array?.first)
            #expect(intent["rule"] == "events-paused" && intent["actions"]?.array?.first?["reason"] == "exercise")

            try await site.pool.query(
                """
                insert into tally (kind, minute, app, region, gateway, reason, count)
                values ('undelivered', date_trunc('minute', clock_timestamp()), 'shop', 'DE', 'webhook', 'lost', 30)
                """)
            let degraded = try await Self.status(site)
            #expect(degraded.exit == .code(1) && degraded.verdict["level"] == "DEGRADED")
            let finding = try #require(degraded.verdict["findings"]?.array?.first)
            #expect(finding["rule"] == "not-delivered" && finding["isSinceAtLeast"]?.bool == true)
            #expect(finding["advice"]?.string?.isEmpty == false)

            _ = try await site.run(["queues", "pause", "requests", "--reason", "fraud"])
            let down = try await Self.status(site)
            #expect(down.exit == .code(2) && down.verdict["level"] == "DOWN")
            try await DashboardCaller.with(dashboard.base) { stranger in
                let ada = try await stranger.signedIn("ada")
                try await eventually("the overview says the same") {
                    let twin = try await ada.get("/api/v1/overview").json
                    return try Self.essence(twin) == Self.essence(down.verdict)
                }
            }
            let text = try site.start(["status"] + Self.gateway(site), output: "text")
            #expect(try await text.exit() == .code(2))
            #expect(text.log.hasPrefix("DOWN No codes are sent: the requests queue is paused by "), "\(text.log)")
            #expect(text.log.contains("\n  Rule requests-paused, since ") && text.log.contains("\n  What to do: Ask"))

            _ = try await site.run(["queues", "resume", "requests"])
            _ = try await site.run(["queues", "resume", "events"])
            try await worker.stop()
            let idle = try await Self.status(site)
            #expect(idle.exit == .code(2))
            #expect(idle.verdict["sentence"] == "No codes are sent: no worker takes requests.")
        }
    }

    @Test("says DOWN where database or broker is away, and UNKNOWN with 3 where only a part cannot be read")
    func away() async throws {
        try await withSite { site in
            _ = try await site.worker()
            _ = try await site.api()
            try await eventually("all is well") { try await Self.status(site).exit == .code(0) }
            let nowhere = try ReservedPort()
            let noDatabase = ["--set", "database.url=postgres://postgres@127.0.0.1:\(nowhere.port)/none"]
            let database = try await Self.status(site, noDatabase)
            #expect(database.exit == .code(2))
            #expect(database.verdict["findings"]?.array?.first?["rule"] == "database-away")
            let noBroker = ["--set", "amqp.url=amqp://guest:guest@127.0.0.1:\(nowhere.port)"]
            let broker = try await Self.status(site, noBroker)
            #expect(broker.exit == .code(2))
            #expect(broker.verdict["findings"]?.array?.first?["rule"] == "broker-away")

            try await site.pool.query("alter table tally rename to elsewhere")
            let part = try await Self.status(site)
            try await site.pool.query("alter table elsewhere rename to tally")
            #expect(part.exit == .code(3) && part.verdict["level"] == "UNKNOWN", "\(part.verdict)")
            #expect(part.verdict["unknown"]?.array?.map { $0["part"] } == ["counts"])
        }
    }

    @Test("is used wrongly or set wrongly like any other command")
    func mistakes() async throws {
        try await withSite { site in
            for (options, status, words) in [
                (["--watch", "--thorough"], 64 as Int32, "--watch looks on, so it needs no --thorough"),
                (["--set", "database.url=x"], 78, "Error: database.url"),
            ] {
                let process = try site.start(["status"] + Self.gateway(site) + options)
                #expect(try await process.exit() == .code(status) && process.log.contains(words), "\(process.log)")
            }
        }
    }

    @Test("--watch says the whole verdict once and then a line for each change, until Ctrl-C")
    func watch() async throws {
        try await withSite { site in
            _ = try await site.worker()
            _ = try await site.api()
            try await eventually("all is well") { try await Self.status(site).exit == .code(0) }
            let watch = try site.start(["status", "--watch"] + Self.gateway(site), output: "text")
            let programs = try site.start(["status", "--watch"] + Self.gateway(site))
            try await eventually("the first look") {
                watch.log.hasPrefix("OK All systems normal\n") && programs.log.hasPrefix("{")
            }
            _ = try await site.run(["queues", "pause", "events", "--reason", "exercise"])
            try await eventually("it began") {
                // Both, because each looks at moments of its own, and one could miss a pause that is over soon.
                watch.log.contains(#/\n\S+Z OK: events-paused is on purpose: Webhooks are paused\. events by /#)
                    && programs.log.contains(#""rule":"events-paused""#)
            }
            _ = try await site.run(["queues", "resume", "events"])
            try await eventually("it is over") { watch.log.contains(#/\n\S+Z OK: events-paused is over\n/#) }
            try await eventually("so it is for programs") {
                let last = programs.log.split(separator: "\n").last
                return last?.contains(#""level":"OK""#) == true && last?.contains(#""rule":"events-paused""#) == false
            }
            #expect(!watch.log.contains("\u{1B}"))
            for process in [watch, programs] {
                process.signal(SIGINT)
                #expect(try await process.exit() == .code(0))
            }
        }
    }

    private static func gateway(_ site: Site) -> [String] {
        ["--set", "gateway.kind=webhook", "--set", "gateway.url=\(site.ledger.url)"]
    }

    private static func status(
        _ site: Site, _ options: [String] = []
    ) async throws -> (exit: ChildProcess.Exit, verdict: JSONValue) {
        let process = try site.start(["status"] + gateway(site) + options)
        let exit = try await process.exit()
        return (exit, try JSONValue(parsing: Array(process.log.utf8)))
    }

    /// What page and command must agree on: levels, rules and sentences, in their order.
    private static func essence(_ overview: JSONValue?) throws -> [[JSONValue?]] {
        let overview = try #require(overview)
        let findings = ["findings", "followers"].flatMap { overview[$0]?.array ?? [] }
        return [[overview["level"]]] + findings.map { [$0["rule"], $0["level"], $0["sentence"], $0["measure"]] }
    }
}
