import GatewayConformance
import Testing
import VerificationTesting

@Suite("Gateway conformance")
struct GatewayConformanceTests {
    private static let providers: [any ProviderScript] = [
        WebhookScript(), TwilioScript(), VonageScript(), MessageBirdScript(), BirdScript(), SNSScript(),
        EndUserMessagingScript(), KannelScript(),
    ]

    @Test("a gateway over HTTP:", .timeLimit(.minutes(10)), arguments: providers, GatewayPromise.allCases)
    func provider(_ script: any ProviderScript, _ promise: GatewayPromise) async throws {
        try await prove(promise, for: script)
    }

    @Test("its calls:", .timeLimit(.minutes(10)), arguments: providers, HTTPGatewayPromise.allCases)
    func calls(_ script: any ProviderScript, _ promise: HTTPGatewayPromise) async throws {
        try await promise.prove(for: script)
    }

    @Test("the fake gateway:", .timeLimit(.minutes(10)), arguments: GatewayPromise.allCases)
    func fake(_ promise: GatewayPromise) async throws {
        try await promise.prove(on: RecordingGateway())
    }

    private func prove(_ promise: GatewayPromise, for script: some ProviderScript) async throws {
        try await HTTPGatewayHarness.with(script) { try await promise.prove(on: $0) }
    }
}
