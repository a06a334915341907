import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("What MessageBird's answer means", .timeLimit(.minutes(10)))
struct MessageBirdOutcomeTests {
    private func expect(_ outcome: SendOutcome, after answer: StandInAnswer) async throws {
        try await SendOutcome.expect([(answer, outcome)], from: MessageBirdScript())
    }

    @Test("an accepted message has MessageBird's id")
    func accepted() async throws {
        let body = #"{"id":"4a1b","recipients":{"totalSentCount":1},"errors":[{"code":99}]}"#
        try await expect(.accepted(id: "4a1b"), after: .json(201, body))
        try await expect(.accepted(id: nil), after: .json(201, "{}"))
    }

    @Test("what was sent to nobody is neither accepted nor tried again")
    func sentToNobody() async throws {
        try await expect(.unknown(reason: "sent-to-nobody"), after: .json(201, MessageBirdScript.accepted(sent: 0)))
    }

    @Test(
        "each error of the documentation",
        arguments: [
            (401, 2, nil, .byThisGateway), (422, 9, "originator", .byThisGateway), (422, 10, "body", .byThisGateway),
            (422, 10, nil, .byThisGateway), (422, 9, "recipients", .byEveryGateway),
            (422, 10, "recipient", .byEveryGateway), (404, 20, nil, .byThisGateway), (400, 21, nil, .byThisGateway),
            (422, 25, nil, .byThisGateway), (404, 98, nil, .byThisGateway), (422, 777, "recipient", .byThisGateway),
        ] as [(Int, Int, String?, Refusal)])
    func refused(status: Int, code: Int, parameter: String?, refusal: Refusal) async throws {
        try await expect(
            .refused(reason: "error-\(code)", refusal),
            after: .json(status, MessageBirdScript.error(code, parameter: parameter)))
    }

    @Test("too many requests are throttled, and server errors are unknown, whatever they say")
    func others() async throws {
        try await expect(.throttled(after: .seconds(7)), after: .json(429, "", headers: ["retry-after: 7"]))
        try await expect(.throttled(after: nil), after: .json(429, MessageBirdScript.error(21)))
        for status in [500, 503] {
            let answer = StandInAnswer.json(status, MessageBirdScript.error(99), headers: ["retry-after: 7"])
            try await expect(.unknown(reason: "status-\(status)"), after: answer)
        }
    }

    @Test(
        "a refusal without a code that can be read has its status as its reason",
        arguments: ["", "[]", "{}", #"{"errors":[]}"#, #"{"errors":{"code":10}}"#, #"{"errors":[{"code":"10"}]}"#])
    func unreadable(body: String) async throws {
        try await expect(.refused(reason: "status-422", .byThisGateway), after: .json(422, body))
    }
}
