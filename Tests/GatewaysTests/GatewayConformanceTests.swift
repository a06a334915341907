import GatewayConformance
import Testing
import VerificationCore
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

    @Test(
        "a gateway over HTTP hands on the trace context, and the provider reads the message as ever",
        .timeLimit(.minutes(10)), arguments: providers)
    func traceContext(_ script: any ProviderScript) async throws {
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        let context = try #require(TraceContext(traceparent: parent, tracestate: "rojo=1"))
        let request = try await StandInRequest.sent(by: script, .sample(1, traceContext: context))
        #expect(request.header("traceparent") == parent && request.header("tracestate") == "rojo=1")
        #expect(try script.arrival(request).phone == OutgoingMessage.sample(1).phone.e164)
    }

    @Test("the fake gateway:", .timeLimit(.minutes(10)), arguments: GatewayPromise.allCases)
    func fake(_ promise: GatewayPromise) async throws {
        try await promise.prove(on: RecordingGateway())
    }

    private func prove(_ promise: GatewayPromise, for script: some ProviderScript) async throws {
        try await HTTPGatewayHarness.with(script) { try await promise.prove(on: $0) }
    }
}
