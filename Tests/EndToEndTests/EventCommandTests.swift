import Foundation
import Glibc
import StrictJSON
import TestSupport
import Testing
import VerificationCore

@Suite("the command for events, and the article about them", .serialized, .timeLimit(.minutes(10)))
struct EventCommandTests {
    @Test("shows a secret once, rotates it so that both sign, tries the endpoint, and switches it off")
    func command() async throws {
        try await withSite { site in
            try await withReceiver { receiver in
                let command = ["apps", "events", Site.app]
                #expect(try await site.text(command).contains("receives no events"))
                let first = try #require(try await site.run(command + ["--url", receiver.url])["secret"]?.string)
                #expect(first.hasPrefix("whsec_"))
                let shown = try await site.run(command)
                #expect(shown["url"]?.string == receiver.url && shown["secret"] == nil)
                let second = try #require(try await site.run(command + ["--secret"])["secret"]?.string)
                #expect(second != first)
                #expect(try await site.run(command + ["--test"])["status"]?.integer == 204)
                let call = try #require(receiver.calls.first)
                #expect(call.type == "verification.test")
                let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
                #expect(call.isSigned(by: first, now: now) && call.isSigned(by: second, now: now))
                receiver.behave(.answer(500))
                let failed = try site.start(command + ["--test"])
                #expect(try await failed.exit() == .code(1))
                let plain = try site.start(command + ["--url", "http://example.org/events"])
                #expect(try await plain.exit() != .code(0))
                #expect(plain.log.contains("https"))
                let inside = command + ["--url", "https://10.0.0.1/events", "--dry-run"]
                let refused = try site.start(inside)
                #expect(try await refused.exit() != .code(0))
                #expect(refused.log.contains("events.allowPrivateAddresses"))
                _ = try await site.run(inside + ["--set", "events.allowPrivateAddresses=true"])
                _ = try await site.run(command + ["--off"])
                #expect(try await site.run(command)["url"] == nil)
            }
        }
    }

    @Test("the receiver in the article checks and prints what it gets")
    func receiver() async throws {
        let script = try Self.article(block: "python")
        try await withSite { site in
            let port = try ReservedPort()
            let url = "http://127.0.0.1:\(port.port)/"
            let secret = try #require(
                try await site.run(["apps", "events", Site.app, "--url", url])["secret"]?.string)
            let process = Process()
            process.executableURL = URL(filePath: try TestVariable.value(of: "VERIFYD_PYTHON"))
            process.arguments = ["-c", script]
            process.environment = ["VERIFYD_EVENTS_SECRET": secret, "PORT": "\(port.port)"]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            close(port.takeDescriptor())
            try process.run()
            defer { process.terminate() }
            let api = try await site.serve().caller
            let id = try #require(try await api.start(Site.phones(1)[0], wait: 30).id)
            var printed = ""
            while !printed.contains("\n"), let data = try output.fileHandleForReading.read(upToCount: 1) {
                printed += String(decoding: data, as: UTF8.self)
            }
            #expect(printed == "verification.sent \(id)\n")
            try await site.expectDrained()
        }
    }

    @Test("the event in the article is one that the program writes")
    func body() throws {
        let event = AppEvent(
            app: try #require(AppID("shop")),
            verification: try #require(VerificationID("019b7f3e-6000-7000-8000-000000000001")), sequence: 1,
            kind: .sent,
            status: .pending, message: 1, language: "de", metadata: ["order": "1007"],
            at: try #require(Timestamp(rfc3339: "2026-01-01T00:00:00Z")))
        let shown = try JSONValue(parsing: Array(try Self.article(block: "json").utf8))
        #expect(shown == (try JSONValue(parsing: EventCodec.encode(event))))
        let article = try Self.article()
        for kind in EventKind.allCases { #expect(article.contains("| `\(kind.rawValue)` |")) }
    }

    private static func article() throws -> String {
        var root = URL(filePath: #filePath)
        for _ in 1...3 { root.deleteLastPathComponent() }
        return try String(contentsOf: root.appending(path: "Sources/verifyd/verifyd.docc/Events.md"), encoding: .utf8)
    }

    private static func article(block language: String) throws -> String {
        let fenced = try #require(try article().components(separatedBy: "```\(language)\n").dropFirst().first)
        return try #require(fenced.components(separatedBy: "```").first)
    }
}
