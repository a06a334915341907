import GatewayConformance
import Gateways
import Testing
import VerificationCore

extension StandInRequest {
    /// The request by which a gateway hands a message over.
    static func sent(
        by script: some ProviderScript, _ message: OutgoingMessage = .sample()
    ) async throws -> StandInRequest {
        var requests: [StandInRequest] = []
        try await HTTPGatewayHarness.with(script) { harness in
            guard case .accepted = await harness.gateway.send(message, deadline: .seconds(40)) else {
                Issue.record("not accepted")
                return
            }
            requests = harness.provider.requests
        }
        #expect(requests.count == 1)
        return try #require(requests.first)
    }
}

extension SendOutcome {
    /// Expects what a gateway makes of each answer.
    static func expect(_ rows: [(StandInAnswer, SendOutcome)], from script: some ProviderScript) async throws {
        try await HTTPGatewayHarness.with(script) { harness in
            for (answer, outcome) in rows {
                harness.provider.answer(answer)
                #expect(await harness.gateway.send(.sample(), deadline: .seconds(40)) == outcome, "\(answer)")
            }
        }
    }
}
