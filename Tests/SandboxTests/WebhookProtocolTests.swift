import GatewayConformance
import Gateways
import Sandbox
import Testing
import VerificationCore
import VerificationTesting

/// The webhook gateway against the sandbox over a real socket: both ends of one protocol.
@Suite("The webhook gateway and the sandbox", .timeLimit(.minutes(10)))
struct WebhookProtocolTests {
    private static let patience = Duration.seconds(40)

    private func with(
        secret: String = SandboxAccounts.standardWebhookSecret, _ body: @Sendable (ProtocolHarness) async throws -> Void
    ) async throws {
        let make: @Sendable (String) throws -> Webhook = { url in
            var settings = WebhookSettings(url: url + "/webhook", secret: secret)
            settings.serverErrorsMeanNotSent = true
            return try Webhook(settings)
        }
        try await ProtocolHarness.with(make, body)
    }

    @Test("the webhook gateway against the sandbox:", arguments: GatewayPromise.allCases)
    func conformance(_ promise: GatewayPromise) async throws {
        try await with { try await promise.prove(on: $0) }
    }

    @Test("what the gateway sends is in the inbox, word for word")
    func wholeWay() async throws {
        let message = OutgoingMessage.sample(
            1, text: "رمزك هو 561001 🎉\n@example.com #561001", language: "ar", mayBeDuplicate: true)
        try await with { harness in
            let outcome = await harness.gateway.send(message, deadline: Self.patience)
            let arrived = try harness.sandbox.onlyMessage()
            #expect(outcome == .accepted(id: arrived.gatewayID))
            let draft = arrived.draft
            #expect(draft.wireProtocol == .webhook && draft.id == message.id.description)
            #expect(draft.phone == message.phone.e164 && draft.text == message.text.text)
            #expect(draft.code == message.code && draft.language == "ar" && draft.mayBeDuplicate)
            #expect(draft.encoding == message.text.encoding && draft.segments == message.text.segments)
        }
    }

    @Test("each behaviour of the sandbox is the same outcome through the webhook")
    func outcomes() async throws {
        try await with { harness in
            let send = { await harness.gateway.send(.sample(), deadline: Self.patience) }
            harness.behave(.refusesForNow)
            #expect(await send() == .refused(reason: "status-425", .forNow))
            harness.behave(.refusesForGood)
            #expect(await send() == .refused(reason: "status-422", .byThisGateway))
            harness.behave(.isBusy)
            #expect(await send() == .throttled(after: nil))
            #expect(harness.sandbox.inbox.total == 0)
            harness.behave(.losesItsAnswer)
            #expect(await send() == .unknown(reason: "connection-lost"))
            #expect(harness.sandbox.inbox.total == 1)
        }
    }

    @Test("a sender with another secret gets nothing into the inbox")
    func wrongSecret() async throws {
        try await with(secret: "whsec_QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFB") { harness in
            #expect(
                await harness.gateway.send(.sample(), deadline: Self.patience)
                    == .refused(reason: "status-401", .byThisGateway))
            #expect(harness.sandbox.inbox.total == 0)
        }
    }
}
