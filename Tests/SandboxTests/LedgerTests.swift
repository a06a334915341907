import FoundationEssentials
import GatewayConformance
import Glibc
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import Sandbox

@Suite("The sandbox's ledger", .timeLimit(.minutes(10)))
struct LedgerTests {
    /// A file of the test's own; it is gone afterwards.
    private func withPath(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.path
        let path = "\(folder)/verifyd-ledger-\(UInt64.random(in: .min ... .max))"
        defer { unlink(path) }
        try await body(path)
    }

    private func lines(_ path: String) throws -> [JSONValue] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
    }

    @Test("an accepted message is a line with everything but the text, and nothing else is in it")
    func line() async throws {
        try await withPath { path in
            let harness = SandboxHarness(ledger: try SandboxLedger(path: path, keepsTexts: false))
            let message = OutgoingMessage.sample(1, text: "Code 561001", mayBeDuplicate: true)
            let outcome = await harness.sandbox.send(message, deadline: .seconds(40))
            let line = try #require(try lines(path).first)
            guard case .accepted(let id?) = outcome else {
                Issue.record("not accepted but \(outcome)")
                return
            }
            let expected: JSONValue = .object(
                JSONObject([
                    .init(key: "time", value: "2026-01-01T00:00:00.000Z"), .init(key: "protocol", value: "process"),
                    .init(key: "id", value: .string(id)), .init(key: "phoneNumber", value: .string(message.phone.e164)),
                    .init(key: "segments", value: 1), .init(key: "mayBeDuplicate", value: true),
                    .init(key: "key", value: .string(message.id.description)),
                ]))
            #expect(line == expected)
            var mode = stat()
            #expect(stat(path, &mode) == 0 && mode.st_mode & 0o777 == 0o600)
        }
    }

    @Test("a text is in it only when that is asked for, and a lost answer is in it too")
    func texts() async throws {
        try await withPath { path in
            let harness = SandboxHarness(ledger: try SandboxLedger(path: path, keepsTexts: true))
            harness.behave(.losesItsAnswer)
            _ = await harness.sandbox.send(.sample(1, text: "\"561001\"\n"), deadline: .seconds(40))
            #expect(try lines(path).map { $0["text"]?.string } == ["\"561001\"\n"])
        }
    }

    @Test("what is refused is not in it")
    func refused() async throws {
        try await withPath { path in
            let harness = SandboxHarness(ledger: try SandboxLedger(path: path, keepsTexts: false))
            for behaviour in [ProviderBehaviour.refusesForNow, .refusesForGood, .isBusy] {
                harness.behave(behaviour)
                _ = await harness.sandbox.send(.sample(), deadline: .seconds(40))
            }
            #expect(try lines(path).isEmpty)
        }
    }

    @Test("thousands at once are each a whole line, and all are there when their answers come")
    func many() async throws {
        try await withPath { path in
            let harness = SandboxHarness(ledger: try SandboxLedger(path: path, keepsTexts: false))
            let accepted = await withTaskGroup(of: SendOutcome.self, returning: Set<String>.self) { group in
                for number in 1...2_000 {
                    group.addTask { await harness.sandbox.send(.sample(number), deadline: .seconds(40)) }
                }
                return await group.reduce(into: []) { ids, outcome in
                    if case .accepted(let id?) = outcome { ids.insert(id) }
                }
            }
            let told = try lines(path).compactMap { $0["id"]?.string }
            #expect(accepted.count == 2_000 && told.count == 2_000 && Set(told) == accepted)
        }
    }

    @Test("a ledger that cannot be written means that the message is refused, and the inbox does not show it")
    func full() async throws {
        let harness = SandboxHarness(ledger: try SandboxLedger(path: "/dev/full", keepsTexts: false))
        for _ in 1...2 {
            #expect(
                await harness.sandbox.send(.sample(), deadline: .seconds(40))
                    == .refused(reason: "sandbox-no-ledger", .forNow))
        }
        #expect(harness.inbox.total == 0)
    }

    @Test(
        "a ledger is continued; half a line of a crash is cut off, wherever it was torn",
        arguments: ["", "{", #"{"time"#, #"{"time":""#, #"{"time":"2026-01-01T00:0"#])
    func continued(torn: String) async throws {
        try await withPath { path in
            for number in 1...2 {
                let harness = SandboxHarness(ledger: try SandboxLedger(path: path, keepsTexts: false))
                _ = await harness.sandbox.send(.sample(number), deadline: .seconds(40))
                try (try String(contentsOfFile: path, encoding: .utf8) + torn)
                    .write(toFile: path, atomically: false, encoding: .utf8)
            }
            _ = try SandboxLedger(path: path, keepsTexts: false)
            let keys = try lines(path).map { $0["key"]?.string }
            #expect(keys == [1, 2].map { OutgoingMessage.sample($0).id.description })
        }
    }

    @Test("another program's file, another sandbox's ledger and a folder are refused and left alone")
    func refusedFiles() async throws {
        try await withPath { path in
            try "a note".write(toFile: path, atomically: false, encoding: .utf8)
            #expect(throws: LedgerError.foreign) { try SandboxLedger(path: path, keepsTexts: false) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "a note")
            try "a note\n".write(toFile: path, atomically: false, encoding: .utf8)
            let ledger = try SandboxLedger(path: path, keepsTexts: false)
            #expect(throws: LedgerError.taken) { try SandboxLedger(path: path, keepsTexts: false) }
            withExtendedLifetime(ledger) {}
            #expect(throws: LedgerError.unopenable(errno: EISDIR)) {
                try SandboxLedger(path: "/tmp", keepsTexts: false)
            }
        }
    }
}
