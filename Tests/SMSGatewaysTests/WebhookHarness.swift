import NIOHTTP1
import SMSGateways
import StrictJSON
import VerificationCore
import VerificationTesting

/// The webhook gateway with a receiver of its own.
struct WebhookHarness: GatewayHarness {
    static let secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="

    let receiver: WebhookReceiver
    let webhook: WebhookGateway
    let clock = ManualClock()

    init(
        _ answer: WebhookReceiver.Answer = .json(200, #"{"id":"r-1"}"#),
        change: (inout WebhookSettings) -> Void = { _ in }
    ) async throws {
        receiver = try await WebhookReceiver.start(answer)
        var settings = WebhookSettings(url: receiver.url, secret: Self.secret)
        change(&settings)
        let clock = clock
        webhook = try WebhookGateway(settings: settings, now: { clock.now })
    }

    /// Lends a gateway and its receiver, and ends both.
    static func with(
        _ answer: WebhookReceiver.Answer = .json(200, #"{"id":"r-1"}"#),
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

    var gateway: any SMSGateway { webhook }

    /// Sends one message with time enough.
    func send(_ message: OutgoingMessage = .sample(), deadline: Duration = .seconds(40)) async -> SendOutcome {
        await webhook.send(message, deadline: deadline)
    }

    func behave(_ behaviour: ProviderBehaviour) {
        switch behaviour {
        case .accepts: receiver.answer(.json(200, "{}"))
        case .refusesForGood: receiver.answer(.json(422, "{}"))
        case .refusesForNow: receiver.answer(.json(425, "{}"))
        case .isBusy: receiver.answer(.json(429, "{}"))
        case .staysSilent: receiver.answer(.silence)
        case .losesItsAnswer: receiver.answer(.lastBytes(""))
        }
    }

    func arrivals(atLeast count: Int) async { await receiver.requests(atLeast: count) }

    func arrived() throws -> [ProviderArrival] {
        try receiver.requests.map { request in
            let data = try JSONValue(parsing: request.body)["data"]
            return ProviderArrival(
                id: request.headers.first(name: "webhook-id") ?? "",
                phone: data?["to"]?.string ?? "", text: data?["text"]?.string ?? "")
        }
    }
}
