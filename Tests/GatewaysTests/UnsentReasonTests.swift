import GatewayConformance
import Testing
import VerificationCore

/// Operators look for these words in logs and metrics.
@Suite("Why a call never left", .timeLimit(.minutes(10)))
struct UnsentReasonTests {
    @Test("nobody listens")
    func refused() async throws {
        try await HTTPGatewayHarness.with(WebhookScript()) { harness in
            try await harness.provider.stop()
            let outcome = await harness.gateway.send(.sample(), deadline: .seconds(40))
            #expect(outcome == .refused(reason: "connection-refused", .forNow))
        }
    }

    @Test("the server speaks no TLS")
    func plain() async throws {
        let provider = try await ProviderStandIn.start()
        let gateway = try WebhookScript().gateway(at: "https://127.0.0.1:\(provider.port)/sms")
        let outcome = await gateway.send(.sample(), deadline: .seconds(40))
        #expect(outcome == .refused(reason: "tls-failed", .forNow))
        await WebhookScript().end(gateway)
        try await provider.stop()
    }

    @Test("its task was cancelled before")
    func cancelled() async throws {
        try await HTTPGatewayHarness.with(WebhookScript()) { harness in
            let call = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await harness.gateway.send(.sample(), deadline: .seconds(40))
            }
            #expect(await call.value == .refused(reason: "cancelled", .forNow))
        }
    }
}
