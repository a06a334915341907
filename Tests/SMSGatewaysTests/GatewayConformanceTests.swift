import SMSGateways
import Testing
import VerificationTesting

@Suite("Gateway conformance")
struct GatewayConformanceTests {
    @Test("the webhook gateway:", .timeLimit(.minutes(10)), arguments: GatewayPromise.allCases)
    func webhook(_ promise: GatewayPromise) async throws {
        try await WebhookHarness.with { try await exerciseGateway(promise, on: $0) }
    }

    @Test("the fake gateway:", .timeLimit(.minutes(10)), arguments: GatewayPromise.allCases)
    func fake(_ promise: GatewayPromise) async throws {
        try await exerciseGateway(promise, on: RecordingGateway())
    }
}
