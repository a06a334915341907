import GatewayConformance
import Gateways
import VerificationCore
import VerificationTesting

/// The webhook gateway with a receiver of its own, for what only webhooks do.
struct WebhookHarness {
    static let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

    let receiver: ProviderStandIn
    let webhook: HTTPGateway<Webhook>
    let clock = ManualClock()

    init(
        _ answer: StandInAnswer = .json(200, #"{"id":"r-1"}"#),
        change: (inout WebhookSettings) -> Void = { _ in }
    ) async throws {
        receiver = try await ProviderStandIn.start(answer)
        var settings = WebhookSettings(url: receiver.url, secret: Self.secret)
        change(&settings)
        let clock = clock
        webhook = try HTTPGateway(
            name: "webhook", provider: try Webhook(settings), connections: 1_000, now: { clock.now })
    }

    /// Lends a gateway and its receiver, and ends both.
    static func with(
        _ answer: StandInAnswer = .json(200, #"{"id":"r-1"}"#),
        change: (inout WebhookSettings) -> Void = { _ in },
        _ body: (WebhookHarness) async throws -> Void
    ) async throws {
        let harness = try await WebhookHarness(answer, change: change)
        let result: Result<Void, any Error>
        do { result = .success(try await body(harness)) } catch { result = .failure(error) }
        await harness.webhook.shutdown()
        try? await harness.receiver.stop()
        try result.get()
    }

    /// Sends one message with time enough.
    func send(_ message: OutgoingMessage = .sample(), deadline: Duration = .seconds(40)) async -> SendOutcome {
        await webhook.send(message, deadline: deadline)
    }
}
