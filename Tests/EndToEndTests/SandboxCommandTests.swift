import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import StrictJSON
import Synchronization
import Testing

/// `verifyd sandbox` as a process of its own; it needs neither broker nor database.
@Suite("the sandbox command", .timeLimit(.minutes(10)))
struct SandboxCommandTests {
    private static let account = "AC00000000000000000000000000000000"

    @Test("what it accepted before it was killed is in its ledger, each message once, and the next run goes on with it")
    func ledger() async throws {
        let path = FileManager.default.temporaryDirectory.appending(component: "ledger-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (process, url) = try await Self.start(["--ledger", path])
        let accepted = Watched<Set<String>>([])
        try await withThrowingTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    // The kill ends it: then no answer comes any more.
                    while let id = try? await Self.send(to: "+49151000000\(worker)", url) {
                        accepted.change { _ = $0.insert(id) }
                    }
                }
            }
            _ = try await accepted.wait(for: "200 accepted messages") { $0.count >= 200 }
            try await process.kill()
            try await group.waitForAll()
        }
        let (again, secondURL) = try await Self.start(["--ledger", path])
        let last = try await Self.send(to: "+491510000009", secondURL)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let ids = try lines.map { try JSONValue(parsing: $0.utf8)["id"]?.string }
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids.compactMap(\.self)).isSuperset(of: accepted.value) && ids.last == last)
        // Each worker may have had a message under way that was kept and not answered.
        #expect(ids.count <= accepted.value.count + 8 + 1)
        #expect(!again.log.contains("4915100000") && !process.log.contains("561001"))
        try await again.stop()
    }

    @Test("it prints where it is and with which accounts, but no secret of the caller's, and ends on SIGTERM")
    func start() async throws {
        let (process, url) = try await Self.start(["--secret", "s3cret", "--output", "json"])
        // The line may come a moment after the log's.
        try await eventually("the addresses are printed") { process.log.contains("\"webhookSecret\"") }
        let lines = try process.log.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
        let shown = try #require(lines.first { $0["smpp"] != nil })
        #expect(shown["twilio"]?.string == url && shown["twilioAccount"]?.string == Self.account)
        #expect(shown["smpp"]?.string?.hasPrefix("smpp://127.0.0.1:") == true)
        #expect(shown["secret"]?.string == "(as given)" && !process.log.contains("s3cret"))
        try await process.stop()
    }

    @Test(
        "what is used wrongly ends with its status, in words",
        arguments: [
            (["--secret", "no spaces"], "--secret must be 1 to 64", 64),
            (["--twilio-account", "AC1"], "--twilio-account must be AC and 32", 64),
            (["--ledger-texts"], "--ledger-texts needs --ledger", 64),
            (["--ledger", "/nowhere/ledger"], "--ledger: the ledger cannot be opened", 78),
            (["--set", "sandbox.host=0.0.0.0"], "would show codes to the network", 78),
        ])
    func refused(options: [String], words: String, status: Int32) async throws {
        let process = try ChildProcess.start(
            ["sandbox", "--port", "0", "--smpp-port", "0"] + options, environment: Self.environment)
        #expect(try await process.exit() == .code(status), "\(process.log)")
        // What it printed last may be read a moment after its end.
        try await eventually("it says \(words)") { process.log.contains(words) }
    }

    private static var environment: [String: String] {
        ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    }

    /// Starts it on free ports; returns when it listens.
    private static func start(_ options: [String]) async throws -> (ChildProcess, url: String) {
        let process = try ChildProcess.start(
            ["sandbox", "--port", "0", "--smpp-port", "0"] + options, environment: environment)
        let metadata = try await process.says("sandbox listens; nothing is really sent")
        return (process, try #require(metadata?["address"]?.string))
    }

    /// Sends as Twilio's own clients do; returns the id of the accepted message.
    private static func send(to phone: String, _ url: String) async throws -> String {
        var request = HTTPClientRequest(url: "\(url)/2010-04-01/Accounts/\(account)/Messages.json")
        request.method = .POST
        request.setBasicAuth(username: account, password: "sandbox")
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(Array("To=%2B\(phone.dropFirst())&From=Demo&Body=Your+code+is+561001".utf8))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(40))
        let body = try await response.body.collect(upTo: 65_536)
        try #require(response.status == .created)
        return try #require(try JSONValue(parsing: body.readableBytesView)["sid"]?.string)
    }
}
