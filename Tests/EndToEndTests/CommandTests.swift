import Foundation
import PhoneNumbers
import Queue
import StrictJSON
import Testing
import VerificationCore

/// Commands as an operator types them.
@Suite("commands", .serialized, .timeLimit(.minutes(10)))
struct CommandTests {
    @Test(
        "what is used wrongly ends with 64, and what is not there with 66, in words",
        arguments: [
            (["keys", "list", "no-such-app"], "there is no app no-such-app"),
            (["apps", "add", "shop", "--name", "", "--regions", "all"], "--name must be one line"),
            (["apps", "add", "shop", "--name", "  ", "--regions", "all"], "--name must be one line"),
            (["apps", "add", "shop", "--name", "Two\nLines", "--regions", "all"], "--name must be one line"),
            (
                ["apps", "add", "shop", "--name", "Shop", "--regions", "all", "--rules", #"{"sendsPerPhone":[]}"#],
                "rule sendsPerPhone must be a list of 1 to 8 windows"
            ),
            (
                [
                    "apps", "add", "shop", "--name", "Shop", "--regions", "all", "--rules",
                    #"{"sendsPerIp":[{"count":5,"seconds":60,"burst":3}]}"#,
                ], "rule sendsPerIp must be a list of at most 8 windows"
            ),
            (
                [
                    "apps", "add", "shop", "--name", "Shop", "--regions", "all", "--rules",
                    #"{"warn":true,"warn":true}"#,
                ],
                "--rules is not JSON: duplicate member"
            ),
            (["apps", "add", "shop", "--name", "\u{3164}\u{FFA0}", "--regions", "all"], "--name must be one line"),
            (["apps", "add", Site.app, "--testing", "--test-numbers", "off"], "only test numbers work"),
            (["apps", "add", Site.app, "--test-numbers", "no"], "is invalid for '--test-numbers"),
            (["keys", "add", Site.app, "--label", "two\nlines"], "--label must be one line"),
            (["keys", "add", Site.app, "--scope", "client", "--for", ","], "--for takes ios:BUNDLE"),
            (["keys", "revoke", "no-such-app", "abc"], "there is no app no-such-app"),
            (["queues", "pause", "dead", "--reason", "x"], "is invalid for '<queue>'"),
            (["queues", "pause", "requests"], "say why with --reason"),
            (["queues", "pause", "requests", "--reason", " "], "--reason must be one line"),
            (["queues", "pause", "requests", "--reason", "two\nlines"], "--reason must be one line"),
            (["queues", "replay", "--only", "boredom"], "--only must be one of "),
            (["queues", "replay", "--reason", "out-of-tries"], "say --only out-of-tries to choose the messages"),
            (["queues", "purge", "dead", "--yes", "--reason", " "], "--reason must be one line"),
            (["settings", "--set", "http.port"], "--set needs KEY=VALUE"),
        ])
    func refused(command: [String], words: String) async throws {
        try await withSite { site in
            let process = try site.start(command)
            let status: Int32 = words.hasPrefix("there is no ") ? 66 : 64
            #expect(try await process.exit() == .code(status), "\(process.log)")
            #expect(process.log.contains(words), "\(process.log)")
        }
    }

    @Test(
        "a wrong setting ends with 78, and is told by its name and without its value",
        arguments: [
            ("database.ur=x", "did you mean database.url?"), ("gateway.perSecnd=1", "did you mean gateway.perSecond?"),
            ("gateway.deadline=0s", "gateway.deadline must be a time such as 500ms, 10s or 2m, from 1s to 60s"),
            ("gateway.deadline=1000h", "gateway.deadline must be a time such as 500ms, 10s or 2m, from 1s to 60s"),
            ("amqp.url=http://s3cret@x/", "amqp.url: URL 1 must be amqp[s]://user:password@host:port/vhost"),
            ("database.url=postgres://u:s3cret@h:port/d", "database.url: "),
            ("gateway.url=http://s3cret.example/", "gateway.url is http to another machine: use https"),
            ("gateway.token=s3cret token", "gateway.token holds characters that no header can carry"),
            ("gateway.honorsIdempotencyKeys=perhaps", "gateway.honorsIdempotencyKeys must be true or false"),
            ("queue.retryDelays=5s,3s", "queue.retryDelays must ascend"),
        ])
    func wrongSetting(setting: String, words: String) async throws {
        try await withSite { site in
            let process = try site.start(
                "worker", settings: ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)", setting])
            #expect(try await process.exit() == .code(78), "\(process.log)")
            #expect(process.log.contains(words), "\(process.log)")
            #expect(!process.log.contains("s3cret"))
        }
    }

    @Test("settings hide what may hold a secret, and say null where nothing is set")
    func settings() async throws {
        try await withSite { site in
            let settings = try await site.run(["settings", "--set", "gateway.url=https://provider.example/?token=abc"])
            #expect(settings["gateway.url"] == "(secret)" && settings["code.keys"] == "(secret)")
            #expect(settings["gateway.sender"] == .null)
            #expect(settings["admin.port"] == "0" && settings["queue.prefix"]?.string == site.prefix)
        }
    }

    @Test("doctor finds a gateway that is there and one that is not, and tells of clock, disk and connections")
    func doctor() async throws {
        try await withSite { site in
            let gateway = ["--set", "gateway.kind=webhook", "--set"]
            _ = try await site.worker()
            let well = try await site.run(["doctor"] + gateway + ["gateway.url=\(site.ledger.url)"])
            let subjects = well.array?.compactMap { $0["subject"]?.string } ?? []
            for subject in [
                "code keys", "gateway", "database", "schema", "clock", "commits", "connections", "broker", "publishing",
            ] {
                #expect(subjects.contains(subject))
            }
            #expect(well.array?.allSatisfy { $0["ok"] == .bool(true) } == true)
            #expect(site.ledger.calls.isEmpty, "nothing is sent")

            let nowhere = try ReservedPort()
            let ill = try site.start(["doctor"] + gateway + ["gateway.url=http://127.0.0.1:\(nowhere.port)/sms"])
            #expect(try await ill.exit() == .code(1))
            #expect(ill.log.contains("webhook cannot be reached: connection-refused"), "\(ill.log)")
        }
    }

    @Test("a gateway is tried with a message of its own, and the command tells what came of it")
    func gateways() async throws {
        try await withSite { site in
            let gateway = ["--set", "gateway.kind=webhook", "--set"]
            let list = try await site.run(["gateways", "list"] + gateway + ["gateway.url=\(site.ledger.url)"])
            #expect(list["gateways"]?.array?.map { $0["name"]?.string } == ["webhook"])
            let test = ["gateways", "test", "webhook", "+49 151 12345678", "--language", "de"] + gateway
            let well = try await site.run(test + ["gateway.url=\(site.ledger.url)"])
            #expect(well["outcome"] == "accepted" && well["text"]?.string?.contains("······") == true)
            let call = try #require(site.ledger.calls.first)
            #expect(site.ledger.calls.count == 1 && call.phone == "+4915112345678")

            let nowhere = try ReservedPort()
            let ill = try site.start(test + ["gateway.url=http://127.0.0.1:\(nowhere.port)/sms"])
            #expect(try await ill.exit() == .code(1))
            #expect(ill.log.contains(#""outcome":"refused""#) && ill.log.contains("connection-refused"), "\(ill.log)")

            let other = ["gateways", "test", "other", "+4915112345678"] + gateway
            let stranger = try site.start(other + ["gateway.url=\(site.ledger.url)"])
            #expect(try await stranger.exit() == .code(66))
            #expect(stranger.log.contains("there is no gateway other"), "\(stranger.log)")
        }
    }

    @Test("doctor names every value with which a process would not start, and queues that nobody has declared")
    func illSettings() async throws {
        try await withSite { site in
            let ill = [
                "http.port=abc", "admin.port=99999", "log.level=loud", "worker.prefetch=0", "worker.tries=0",
                "retention.days=0", "gateway.deadline=10",
            ]
            let doctor = try site.start(["doctor", "--role", "api"] + ill.flatMap { ["--set", $0] })
            #expect(try await doctor.exit() == .code(1))
            for setting in ill.compactMap({ $0.split(separator: "=").first }) {
                #expect(doctor.log.contains("\(setting) must be "), "\(doctor.log)")
            }
            #expect(!doctor.log.contains("gateway.kind"), "an API needs no gateway")
            #expect(doctor.log.contains(#""subject":"\#(site.topology.requests)","ok":false"#), "\(doctor.log)")
        }
    }

    @Test("doctor says whether the Firebase surface could start, and looks for its projects only where it runs")
    func surface() async throws {
        try await withSite { site in
            _ = try await site.makeProject()
            for (settings, words) in [
                ([], "identity.port"),
                (["identity.port=0", "identity.mode=emulator", "identity.host=0.0.0.0"], "identity.public=true"),
                (["identity.port=0", "identity.certificate=/none"], "identity.key"),
            ] as [([String], String)] {
                let doctor = try site.start(["doctor", "--role", "identity"] + settings.flatMap { ["--set", $0] })
                #expect(try await doctor.exit() == .code(1))
                #expect(doctor.log.contains(#""subject":"identity","ok":false"#), "\(doctor.log)")
                #expect(doctor.log.contains(words) && doctor.log.contains(#""subject":"project""#), "\(doctor.log)")
            }
            let wide = try site.start([
                "doctor", "--role", "identity", "--set", "identity.port=0", "--set", "identity.proxies=10.0.0.0/8",
            ])
            _ = try await wide.exit()
            #expect(wide.log.contains(#""subject":"proxies","ok":true,"level":"warning""#), "\(wide.log)")
            let other = try site.start(["doctor", "--role", "api", "--set", "identity.port=0"])
            _ = try await other.exit()
            #expect(!other.log.contains(#""subject":"identity""#) && !other.log.contains(#""subject":"project""#))
        }
    }

    @Test("a file in the folder of secrets that no setting has is refused by its name")
    func strangeSecret() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("secrets-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withSite { site in
            // Kubernetes puts an entry `..data` beside the secrets that it mounts; it is no setting.
            for name in ["..data", "gateway-sender"] {
                try Data("Shop".utf8).write(to: folder.appendingPathComponent(name))
            }
            let settings = try await site.run(["settings", "--secrets", folder.path])
            #expect(settings["gateway.sender"] == "Shop")
            try Data("x".utf8).write(to: folder.appendingPathComponent("databse-url"))
            let process = try site.start(["settings", "--secrets", folder.path])
            #expect(try await process.exit() == .code(78))
            #expect(
                process.log.contains("there is no setting databse-url; did you mean database-url?"), "\(process.log)")
        }
    }

    @Test("what a terminal would obey is shown by its number")
    func obeyed() async throws {
        try await withSite { site in
            _ = try await site.addApp("shop", [], name: "Shop\u{1B}[31m\u{202E}")
            let shown = try await site.text(["apps", "list"])
            #expect(shown.contains(#"Shop\u{1B}[31m\u{202E}"#) && !shown.contains("\u{1B}"), "\(shown)")
        }
    }

    @Test("the program says its version")
    func version() async throws {
        let output = try await ChildProcess.run(try ChildProcess.executable(), ["--version"], environment: [:])
        let words = String(decoding: output, as: UTF8.self)
        #expect(words.hasPrefix("0.") && words.contains("numbering plan \(NumberingPlan.builtIn.words)"))
    }
}
