import Foundation
import GatewayConformance
import GatewayKit
import Testing

@testable import ExampleGateway

/// What Example SMS answers, and how it reads a request.
struct ExampleSMSScript: ProviderScript {
    func gateway(at url: String) -> any SMSGateway { ExampleSMS(url: url, token: "t0ken") }

    func answer(_ behaviour: ProviderBehaviour, to request: StandInRequest) -> StandInAnswer {
        switch behaviour {
        case .accepts: .json(202, #"{"id": "\#(UUID())"}"#)
        case .refusesForGood: .json(422, "{}")
        case .refusesForNow: .json(503, #"{"error": "not-taken"}"#)
        case .isBusy: .json(429, "{}")
        case .staysSilent, .losesItsAnswer: .silence
        }
    }

    func arrival(_ request: StandInRequest) throws -> ProviderArrival {
        try #require(request.method == "POST" && request.header("authorization") == "Bearer t0ken")
        let fields = try JSONDecoder().decode([String: String].self, from: Data(request.body))
        return ProviderArrival(
            id: fields["id"], phone: try #require(fields["to"]), text: try #require(fields["text"]))
    }
}

@Suite("Example SMS", .timeLimit(.minutes(10)))
struct ExampleSMSTests {
    @Test("every gateway's promise:", arguments: GatewayPromise.allCases)
    func gateway(_ promise: GatewayPromise) async throws {
        try await HTTPGatewayHarness.with(ExampleSMSScript()) { try await promise.prove(on: $0) }
    }

    @Test("every HTTP gateway's promise:", arguments: HTTPGatewayPromise.allCases)
    func http(_ promise: HTTPGatewayPromise) async throws {
        try await promise.prove(for: ExampleSMSScript())
    }
}
