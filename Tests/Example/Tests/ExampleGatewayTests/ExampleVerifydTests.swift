import Foundation
import GatewayConformance
import GatewayKit
import Testing

@testable import ExampleGateway

/// The executable that starts verifyd with Example SMS added.
@Suite("verifyd with a provider added", .timeLimit(.minutes(10)))
struct ExampleVerifydTests {
    @Test("reads the provider's settings, and shows no secret")
    func settings() async throws {
        let (status, output) = try await run(["settings"], "url: \"https://sms.example/\", token: t0ken")
        #expect(status == 0 && output.contains("example-sms: where messages go") && !output.contains("t0ken"))
        let wrong = try await run(["gateways", "test", "main", "+4915112345678"], "smsc: a, token: t0ken")
        #expect(wrong.status == 78)
    }

    @Test("has doctor look whether the provider is there, and say where its receipts come")
    func doctor() async throws {
        let provider = try await ProviderStandIn.start(.json(405, "{}"))
        // It fails for want of a database and a broker, which are not looked at here.
        let (_, output) = try await run(
            ["doctor", "--output", "json"], "url: \"\(provider.url)\", token: t0ken, receiptsToken: other")
        try await provider.stop()
        let words =
            "example-sms is there (405 to OPTIONS); receipts come to https://verify.example/v1/receipts/main"
        #expect(output.replacing("\\/", with: "/").contains(words), "\(output)")
        #expect(provider.requests.map(\.method) == ["OPTIONS"])
    }

    @Test("sends an SMS through the provider")
    func send() async throws {
        let provider = try await ProviderStandIn.start(.json(202, #"{"id": "sms-1"}"#))
        let (status, output) = try await run(
            ["gateways", "test", "main", "+4915112345678"],
            "url: \"\(provider.url)\", token: t0ken, receiptsToken: other")
        try await provider.stop()
        #expect(status == 0 && output.contains("accepted under the id sms-1"), "\(output)")
        let request = try #require(provider.requests.first { $0.method == "POST" })
        let fields = try JSONDecoder().decode([String: String].self, from: Data(request.body))
        #expect(fields["to"] == "+4915112345678")
        #expect(fields["receipts"] == "https://verify.example/v1/receipts/main")
    }

    @Test("believes only receipts that bear the token")
    func receipts() async throws {
        let values = GatewayValues(["token": "t0ken", "receiptsToken": "other"])
        guard case .calls(_, let make) = try ExampleSMS.receipts(with: values) else {
            Issue.record("no calls")
            return
        }
        let reader = try make()
        let call = { (token: String) in
            ReceiptCall(
                method: "POST", url: "https://verify.example/v1/receipts/main",
                headers: [("Authorization", "Bearer \(token)")],
                body: Array(#"{"id": "sms-1", "status": "delivered"}"#.utf8))
        }
        let now = Timestamp(microseconds: 0)
        #expect(
            try await reader.receipts(in: call("other"), at: now)
                == [DeliveryReceipt(gatewayID: "sms-1", status: .delivered)])
        await #expect(throws: ReceiptError.forged) { _ = try await reader.receipts(in: call("t0ken"), at: now) }
    }

    /// Runs a command with a settings file of one gateway, and returns how it ended and what it printed.
    private func run(_ command: [String], _ entry: String) async throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            // A folder that stays is the system's to remove.
            try? FileManager.default.removeItem(at: folder)
        }
        let (config, output) = (folder.appending(component: "v.yaml"), folder.appending(component: "output"))
        try """
        receipts: {url: "https://verify.example"}
        gateways: [{name: main, kind: example-sms, \(entry)}]
        """.write(to: config, atomically: true, encoding: .utf8)
        try Data().write(to: output)
        // The test bundle is a program in the folder that the executable is built into.
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let process = Process()
        process.executableURL = bundle.appending(component: "ExampleVerifyd")
        process.arguments = command + ["--config", config.path]
        process.environment = [:]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        // A file, because what a pipe holds can be lost or late when the process ends.
        let file = try FileHandle(forWritingTo: output)
        defer { try? file.close() }
        (process.standardOutput, process.standardError) = (file, file)
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        return (status, try String(contentsOf: output, encoding: .utf8))
    }
}
