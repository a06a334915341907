import GatewayConformance
import HTTPService
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import SMSGateways
import Sandbox
import Testing
import VerificationCore
import VerificationTesting

/// The webhook gateway against the sandbox over a real socket: both ends of one protocol.
@Suite("The webhook gateway and the sandbox", .timeLimit(.minutes(10)))
struct WebhookFaceTests {
    private static let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

    private let harness = SandboxHarness()

    private func with(
        secret: String = secret, _ body: @Sendable (HTTPGateway<Webhook>) async throws -> Void
    ) async throws {
        let clock = harness.clock
        let signature = WebhookSignature(secret: Self.secret)
        #expect(signature != nil)
        let routes = try SandboxRoutes(
            inbox: harness.inbox, gateway: harness.sandbox,
            signature: signature, now: { clock.now })
        let router = routes.surface(isPublic: false, logger: Logger(label: "sandbox")).makeRouter()
        try await Application(router: router).test(.live) { client in
            let port = try #require(client.port)
            let settings = WebhookSettings(url: "http://127.0.0.1:\(port)/webhook", secret: secret)
            let gateway = try HTTPGateway(
                name: "webhook", provider: try Webhook(settings), connections: 100, now: { clock.now })
            try await body(gateway)
            await gateway.shutdown()
        }
    }

    @Test("what the gateway sends is in the inbox, word for word")
    func wholeWay() async throws {
        let sandbox = harness.inbox
        let message = OutgoingMessage.sample(
            1, text: "رمزك هو 561001 🎉\n@example.com #561001", language: "ar", mayBeDuplicate: true)
        try await with { gateway in
            #expect(await gateway.send(message, deadline: .seconds(20)) == .accepted(id: "sandbox-1"))
            let draft = try #require(sandbox.messages().first).draft
            #expect(draft.id == message.id.description)
            #expect(draft.phone == message.phone.e164 && draft.text == message.text.text)
            #expect(draft.code == message.code && draft.language == "ar" && draft.mayBeDuplicate)
            #expect(draft.encoding == message.text.encoding && draft.parts == message.text.parts)
        }
    }

    @Test("each behaviour of the sandbox is the same outcome through the webhook")
    func outcomes() async throws {
        let harness = harness
        try await with { gateway in
            harness.behave(.refusesForNow)
            #expect(
                await gateway.send(.sample(), deadline: .seconds(20))
                    == .refused(reason: "status-425", .forNow))
            harness.behave(.refusesForGood)
            #expect(
                await gateway.send(.sample(), deadline: .seconds(20))
                    == .refused(reason: "status-422", .byThisGateway))
            harness.behave(.isBusy)
            #expect(await gateway.send(.sample(), deadline: .seconds(20)) == .throttled(after: nil))
            #expect(harness.inbox.total == 0)
            harness.behave(.losesItsAnswer)
            #expect(await gateway.send(.sample(), deadline: .seconds(20)) == .unknown(reason: "status-500"))
            #expect(harness.inbox.total == 1)
        }
    }

    @Test("a sender with another secret gets nothing into the inbox")
    func wrongSecret() async throws {
        let harness = harness
        try await with(secret: "whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB") { gateway in
            #expect(
                await gateway.send(.sample(), deadline: .seconds(20))
                    == .refused(reason: "status-401", .byThisGateway))
            #expect(harness.inbox.total == 0)
        }
    }
}
