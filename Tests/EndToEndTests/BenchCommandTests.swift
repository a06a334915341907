import Foundation
import PostgreSQL
import StrictJSON
import Testing

/// Measurements as a person types them, small and without a look at their figures.
@Suite("measurements", .serialized, .timeLimit(.minutes(10)))
struct BenchCommandTests {
    @Test(
        "a drain ends with every request on record, and with nothing left behind",
        arguments: [
            ["--messages", "200"],
            ["--messages", "200", "--workers", "3", "--gateway", "webhook", "--no-addresses"],
            ["--messages", "200", "--days", "3", "--sessions", "1000", "--against-plain", "--rounds", "1"],
        ])
    func drain(options: [String]) async throws {
        try await withSite { site in
            let report = try await site.run(["bench", "drain"] + options)
            #expect(report["complaints"] == [] && report["messages"] == 200 && report["distinctPhones"] == 180)
            #expect(report["drainedPerSecond"]?.integer ?? 0 > 0)
            #expect((report["ratioToPlain"] != nil) == options.contains("--against-plain"))
            try await expectNothingLeft(at: site)
        }
    }

    @Test("requests at rest reach the gateway, and their costs are told apart", arguments: ["webhook", "sandbox"])
    func atRest(gateway: String) async throws {
        try await withSite { site in
            let report = try await site.run([
                "bench", "at-rest", "--rate", "50", "--requests", "50", "--gateway", gateway,
            ])
            #expect(report["complaints"] == [] && report["requests"] == 50)
            #expect(report["requestToGatewayMs"]?["p50"]?.double ?? 0 > 0)
            #expect(report["serve"]?["voluntarySwitches"]?.double ?? 0 > 0)
            #expect(report["idleSwitchesPerSecond"] == nil)
            try await expectNothingLeft(at: site)
        }
    }

    @Test("the API is measured against a page that costs nothing")
    func accept() async throws {
        try await withSite { site in
            let report = try await site.run([
                "bench", "accept", "--connections", "4", "--seconds", "1", "--rounds", "1",
            ])
            #expect(report["complaints"] == [] && report["ratio"]?.double ?? 0 > 0)
            try await expectNothingLeft(at: site)
        }
    }

    @Test("journeys end with the right code, and the count at the sandbox is right", arguments: ["journey", "check"])
    func journeys(command: String) async throws {
        try await withSite { site in
            let folder = FileManager.default.temporaryDirectory.appending(component: "bench-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // If the folder stays, the test is still right.
            defer { try? FileManager.default.removeItem(at: folder) }
            let soon = ["--watch-after", "1s"]
            let files = ["--svg", folder.path + "/load.svg", "--hdr", folder.path + "/load.hgrm"]
            let report = try await site.run(
                ["bench", command, "--rate", "20", "--duration", "5s", "--threshold", "p99(check)<20s"] + soon + files)
            let stages = report["stages"]?.array ?? []
            let names = command == "check" ? ["check"] : ["start", "gateway", "receipt", "event", "check"]
            #expect(report["complaints"] == [])
            #expect(stages.compactMap { $0["stage"]?.string } == names)
            #expect(stages.map { $0["requests"]?.integer } == stages.map { _ in 100 })
            #expect(stages.map { $0["done"]?.integer } == stages.map { _ in 100 })
            #expect(stages.map { $0["success"]?.double } == stages.map { _ in 1 })
            #expect(report["ledger"]?["accepted"] == 100 && report["ledger"]?["messages"] == 100)
            let written = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let wanted = ["load.svg"] + names.map { "load.\($0).hgrm" }
            #expect(written.sorted() == wanted.sorted())
            try await expectNothingLeft(at: site)
        }
    }

    @Test("a threshold that is not kept ends with 1, in a sentence")
    func threshold() async throws {
        try await withSite { site in
            let process = try site.start([
                "bench", "journey", "--rate", "5", "--duration", "2s", "--threshold", "p50(check)<1us",
                "--watch-after", "1s",
            ])
            #expect(try await process.exit() == .code(1), "\(process.log)")
            #expect(process.log.contains("the threshold p50(check)<1us is not kept: it was"), "\(process.log)")
            #expect(process.log.contains("2 s: sent"), "\(process.log)")
        }
    }

    @Test(
        "a load that is interrupted takes away what it has made",
        arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func interrupted(signal: Int32, status: Int32) async throws {
        try await withSite { site in
            let process = try site.start(["bench", "journey", "--rate", "5", "--duration", "10m"])
            try await eventually("it has begun") { process.log.contains("1 s: sent") }
            process.signal(signal)
            #expect(try await process.exit() == .code(status), "\(process.log)")
            #expect(process.log.contains("interrupted: taking away"), "\(process.log)")
            try await expectNothingLeft(at: site)
        }
    }

    @Test("no part of a request's path allocates more than it may")
    func micro() async throws {
        let output = try await ChildProcess.run(
            try ChildProcess.executable(),
            ["bench", "micro", "--rounds", "1", "--milliseconds", "1", "--output", "json"], environment: [:])
        let report = try JSONValue(parsing: output)
        #expect(report["complaints"] == [])
        // Counted, not only allowed: without jemalloc there would be nothing to compare.
        #expect(report["parts"]?.array?.allSatisfy { $0["bytes"]?.integer ?? 0 > 0 } == true)
    }

    @Test(
        "what is used wrongly ends with 64, in words",
        arguments: [
            (["drain", "--sessions", "10"], "needs --days"), (["drain", "--workers", "0"], "--workers is 1 to 64"),
            (["at-rest", "--rate", "0"], "--rate is 1 to 10000"),
            (["accept", "--connections", "0"], "--connections is 1 to 1000"),
            (["journey", "--threshold", "p99(strt)<5ms"], "names the stage strt"),
            (["journey", "--target", "http://example.com"], "does not aim at example.com"),
            (["spike", "--base", "9", "--peak", "8"], "--base is not above --peak"),
            (["check", "--rate", "20", "--duration", "6m"], "their codes would expire"),
            (["check", "--watch-after", "3m"], "--watch-after is 1s to 2m"),
            (["soak", "--target", "http://127.0.0.1:1"], "--target and --pid go together"),
        ])
    func refused(command: [String], words: String) async throws {
        try await withSite { site in
            let process = try site.start(["bench"] + command)
            #expect(try await process.exit() == .code(64), "\(process.log)")
            #expect(process.log.contains(words), "\(process.log)")
        }
    }

    private func expectNothingLeft(at site: Site) async throws {
        let schemas = try await site.pool.query("select count(*) from pg_namespace where nspname like 'bench_%'")
        #expect(try schemas.value(as: Int64.self) == 0)
    }
}
