import Foundation
import GatewayConformance
import Testing
import VerificationCore
import VerificationTesting

struct CarrierPigeon: SMSGateway {
    let name = "pigeon"
    let honorsIdempotencyKeys = false

    func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        .refused(reason: "no-pigeon", .forNow)
    }
}

@Suite("The README")
struct ReadmeTests {
    @Test("the gateway that it shows is the one that compiles here")
    func gateway() async throws {
        let here = URL(filePath: #filePath)
        let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: here, encoding: .utf8)
        let fenced = try #require(readme.components(separatedBy: "```swift\n").last)
        let block = try #require(fenced.components(separatedBy: "```").first)
        let shown = block.replacing("import GatewayKit\n\n", with: "")
        #expect(shown.contains("struct CarrierPigeon") && source.contains(shown))
        let outcome = await CarrierPigeon().send(.sample(1), deadline: .seconds(1))
        #expect(outcome == .refused(reason: "no-pigeon", .forNow))
    }
}
