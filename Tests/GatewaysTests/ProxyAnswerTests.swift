import GatewayConformance
import Gateways
import Testing
import VerificationCore

/// A proxy that has handed a message on may answer in the provider's place, for example because a connection ended.
@Suite("What an answer without the provider's words means", .timeLimit(.minutes(10)))
struct ProxyAnswerTests {
    private static let providers: [any ProviderScript] = [
        WebhookScript(), TwilioScript(), VonageScript(), MessageBirdScript(), BirdScript(), SNSScript(),
        EndUserMessagingScript(), KannelScript(),
    ]

    private static let meanings: [(status: Int, outcome: SendOutcome)] = [
        (408, .unknown(reason: "status-408")), (409, .unknown(reason: "status-409")),
        (425, .unknown(reason: "status-425")), (429, .throttled(after: .seconds(7))),
        (499, .unknown(reason: "status-499")), (500, .unknown(reason: "status-500")),
        (502, .unknown(reason: "status-502")), (503, .unknown(reason: "status-503")),
        (504, .unknown(reason: "status-504")),
    ]

    @Test("only 429 means that nothing was sent", arguments: providers)
    func bare(_ script: any ProviderScript) async throws {
        let page = "<html><head><title>Service Temporarily Unavailable</title></head></html>"
        for body in ["", page, "upstream connect error or disconnect/reset before headers"] {
            let rows = Self.meanings.map { row in
                (StandInAnswer.whole(row.status, body, type: "text/html", headers: ["retry-after: 7"]), row.outcome)
            }
            try await SendOutcome.expect(rows, from: script)
        }
    }

    @Test("for the breaker, an answer that makes it unknown is a failed call")
    func grade() {
        for case (let status, .unknown(let reason)) in Self.meanings {
            let grade = CallGrade(.unknown(reason: reason), took: .zero, slowCall: .seconds(5))
            #expect(grade == .fails, "\(status)")
        }
    }
}
