import Glibc
import StrictJSON
import Testing
import VerificationCore

/// What an operator sees of the program.
@Suite("for its operator", .serialized, .timeLimit(.minutes(10)))
struct OperatorTests {
    @Test("each role tells of its health and its metrics on a port of its own", arguments: ["api", "worker", "serve"])
    func adminPort(role: String) async throws {
        try await withSite { site in
            let process: ChildProcess
            switch role {
            case "api": process = try await site.api().process
            case "worker": process = try await site.worker()
            case _: process = try await site.serve().process
            }
            let admin = try await site.operatorCaller(of: process)
            let said = try await admin.page("/livez")
            #expect(said == (200, #"{"status":"ok"}"#))
            try await eventually("it is ready") { try await admin.page("/readyz").status == 200 }
            #expect(try await admin.page("/startupz").status == 200)
            let metrics = try await admin.page("/metrics").body
            for name in Self.metrics(of: role) { #expect(metrics.contains("\n\(name)"), "\(name)") }
            let families = metrics.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map {
                $0.split(separator: " ")[2]
            }
            let explained = metrics.split(separator: "\n").filter { $0.hasPrefix("# HELP ") }.map {
                $0.split(separator: " ")[2]
            }
            #expect(families == explained, "each metric says what it is")
        }
    }

    private static func metrics(of role: String) -> [String] {
        let all = [
            "process_resident_memory_bytes", "verifyd_log_lines_dropped_total 0", "verifyd_database_connections{state=",
            "verifyd_database_callers_waiting", "verifyd_gate_closed{reason=\"unfit\"} 0",
        ]
        let api = ["verifyd_broker_connection_up{connection=\"publishing\"} 1"]
        let worker = [
            "verifyd_broker_connection_up{connection=\"consuming\"} 1", "verifyd_partitions_ahead 1",
            "verifyd_requests_in_hand 0", "verifyd_oldest_request_seconds 0",
            "verifyd_gateway_in_flight{gateway=\"webhook\"} 0",
            "verifyd_verdicts_total{verdict=\"send\"} 0",
        ]
        return all + (role == "worker" ? [] : api) + (role == "api" ? [] : worker)
    }

    @Test("a port that is taken is told with the setting's name, and the process ends")
    func portTaken() async throws {
        try await withSite { site in
            let first = try await site.operatorCaller(of: try await site.worker())
            let port = try #require(first.base.split(separator: ":").last)
            let second = try site.start(
                "worker",
                settings: ["gateway.kind=sandbox", "sandbox.port=0", "admin.port=\(port)"])
            #expect(try await second.exit() == .code(78))
            #expect(second.log.contains("admin.port \(port) is taken"), "\(second.log)")
        }
    }

    @Test("a broker that was never there leaves an API that is ready for checks")
    func readyWithoutBroker() async throws {
        try await withSite { site in
            let nowhere = try ReservedPort()
            let process = try site.start(
                "api", settings: ["http.port=0", "amqp.url=amqp://guest:guest@127.0.0.1:\(nowhere.port)"])
            let admin = try await site.operatorCaller(of: process)
            try await eventually("it has read the apps") { try await admin.page("/startupz").status == 200 }
            let checks = #""checks":{"database":"ok","schema":"ok","apps":"ok","queue":"failed"}"#
            let answer = try await admin.page("/readyz")
            #expect(answer == (200, #"{"status":"degraded",\#(checks)}"#))
        }
    }

    @Test("a process whose database was never there has not started, and is not ready")
    func notReadyWithoutApps() async throws {
        try await withSite { site in
            let nowhere = try ReservedPort()
            let process = try site.start(
                "api", settings: ["http.port=0", "database.url=postgres://postgres@127.0.0.1:\(nowhere.port)/none"])
            try await process.says("connected to the broker")
            let admin = try await site.operatorCaller(of: process)
            #expect(try await admin.page("/livez").status == 200)
            #expect(try await admin.page("/startupz").status == 503)
            #expect(try await admin.page("/readyz").status == 503)
        }
    }

    @Test("a log that nobody reads stops nobody, and its loss is told")
    func unreadLog() async throws {
        try await withSite { site in
            let (process, api) = try await site.api(["log.level=debug"])
            // A pipe holds 64 KiB, which is a few hundred lines.
            try await process.whileNobodyReads {
                for _ in 1...1_500 {
                    let isAlive = try await api.isAlive()
                    #expect(isAlive)
                }
            }
            // The process tells with the next line that finds room, and the reader needs its time to make room.
            let words = "log lines were dropped: they were not read in time"
            try await eventually("the loss is told") {
                let isAlive = try await api.isAlive()
                return isAlive && process.log.contains(words)
            }
            let loss = try await process.says(words)
            #expect(try #require(loss?["count"]?.integer) > 0)
            let metrics = try await api.metrics()
            #expect(!metrics.contains("verifyd_log_lines_dropped_total 0"))
        }
    }

    @Test("the sandbox shows its codes to this machine only, whatever name a browser has for it")
    func sandboxHost() async throws {
        try await withSite { site in
            let sandbox = ["http.port=0", "gateway.kind=sandbox", "sandbox.port=0"]
            let open = try site.start("serve", settings: sandbox + ["sandbox.host=0.0.0.0"])
            #expect(try await open.exit() == .code(78))
            #expect(open.log.contains("sandbox.public=true"), "\(open.log)")

            let process = try site.start("serve", settings: sandbox)
            let inbox = try await site.operatorCaller(
                of: process, words: "sandbox inbox listens; nothing is really sent")
            for host in [nil, "localhost", "127.0.0.1:80", "[::1]:8025"] {
                #expect(try await inbox.page("/api/messages", host: host).status == 200)
            }
            for host in ["evil.example", "127.0.0.1.evil.example:8025", "localhost.", "10.0.0.1"] {
                #expect(try await inbox.page("/api/messages", host: host).status == 403)
            }
        }
    }

    @Test("a crash leaves no backtrace between the lines of the log")
    func crash() async throws {
        try await withSite { site in
            let (process, _) = try await site.api()
            process.signal(SIGSEGV)
            #expect(try await process.exit() == .signal(SIGSEGV))
            for line in process.log.split(separator: "\n") {
                let json = try? JSONValue(parsing: Array(line.utf8))
                #expect(json != nil, "\(line)")
            }
        }
    }
}
