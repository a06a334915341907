import Foundation
import Testing
import VerificationCore

/// Commands as an operator types them.
@Suite("commands", .serialized, .timeLimit(.minutes(5)))
struct CommandTests {
    @Test(
        "what is used wrongly or is not there ends with 64, in words",
        arguments: [
            (["keys", "list", "no-such-app"], "there is no app no-such-app"),
            (["apps", "add", "shop", "--name", "", "--regions", "all"], "--name must be one line"),
            (["apps", "add", "shop", "--name", "  ", "--regions", "all"], "--name must be one line"),
            (["apps", "add", "shop", "--name", "Two\nLines", "--regions", "all"], "--name must be one line"),
            (
                ["apps", "add", "shop", "--name", "Shop", "--regions", "all", "--rules", #"{"sendsPerPhone":[]}"#],
                "rule sendsPerPhone must be a list of 1 to 8 windows"
            ),
        ])
    func refused(command: [String], words: String) async throws {
        try await withSite { site in
            let process = try site.start(command)
            #expect(try await process.exit() == .code(64), "\(process.log)")
            #expect(process.log.contains(words), "\(process.log)")
        }
    }

    @Test(
        "a wrong setting ends with 1, and is told by its name and without its value",
        arguments: [
            ("database.ur=x", "did you mean database.url?"), ("gateway.perSecnd=1", "did you mean gateway.perSecond?"),
            ("gateway.deadline=0s", "gateway.deadline must be a time from 1s to 60s"),
            ("gateway.deadline=1000h", "gateway.deadline must be a time from 1s to 60s"),
            ("amqp.url=http://s3cret@x/", "amqp.url: URL 1 must be amqp[s]://user:password@host:port/vhost"),
            ("database.url=postgres://u:s3cret@h:port/d", "database.url: "),
            ("gateway.url=http://s3cret.example/", "gateway.url is http to another machine: use https"),
            ("gateway.token=s3cret token", "gateway.token holds characters that no header can carry"),
            ("gateway.honorsIdempotencyKeys=perhaps", "gateway.honorsIdempotencyKeys must be true or false"),
        ])
    func wrongSetting(setting: String, words: String) async throws {
        try await withSite { site in
            let process = try site.start(
                "worker", settings: ["gateway.kind=webhook", "gateway.url=\(site.ledger.url)", setting])
            #expect(try await process.exit() == .code(1), "\(process.log)")
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
            let well = try await site.run(["doctor"] + gateway + ["gateway.url=\(site.ledger.url)"])
            let subjects = well.array?.compactMap { $0["subject"]?.string } ?? []
            for subject in ["code keys", "gateway", "database", "schema", "clock", "commits", "connections", "broker"] {
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

    @Test("the program says its version")
    func version() async throws {
        let output = try await ChildProcess.run(try ChildProcess.executable(), ["--version"], environment: [:])
        #expect(String(decoding: output, as: UTF8.self).hasPrefix("0."))
    }
}
