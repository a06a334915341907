import GatewayConformance
import Gateways
import Testing
import VerificationCore
import VerificationTesting

@Suite("A look at the webhook's receiver", .timeLimit(.minutes(10)))
struct WebhookProbeTests {
    @Test("any answer shows that it is there, and it is asked for nothing", arguments: [200, 404, 405, 500])
    func answers(status: Int) async throws {
        try await WebhookHarness.with(.json(status, "{}"), change: { $0.bearerToken = "secret-token" }) { harness in
            #expect(await harness.webhook.probe(within: .seconds(40)) == .answers("\(status) to OPTIONS"))
            let request = try #require(harness.receiver.requests.first)
            #expect(request.method == "OPTIONS" && request.body.isEmpty)
            for name in ["authorization", "webhook-id", "webhook-signature"] {
                #expect(request.header(name) == nil)
            }
        }
    }

    @Test("a port on which nobody listens is told as such")
    func away() async throws {
        try await WebhookHarness.with { harness in
            try await harness.receiver.stop()
            #expect(await harness.webhook.probe(within: .seconds(40)) == .isAway(reason: "connection-refused"))
        }
    }
}
