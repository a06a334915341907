import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("What Vonage's answer means", .timeLimit(.minutes(10)))
struct VonageOutcomeTests {
    private func expect(_ outcome: SendOutcome, after answer: StandInAnswer) async throws {
        try await SendOutcome.expect([(answer, outcome)], from: VonageScript())
    }

    @Test("a message is known by its first part's id")
    func accepted() async throws {
        let answer = #"""
            {"message-count":"2","messages":[{"message-id":"A1","status":"0"},{"message-id":"A2","status":"0"}]}
            """#
        try await expect(.accepted(id: "A1"), after: .json(200, answer))
        try await expect(.accepted(id: nil), after: .json(200, #"{"messages":[{"status":0}]}"#))
    }

    @Test(
        "each verdict of the documentation, whether the HTTP status is 200 or tells the same",
        arguments: [200, 400, 401],
        [
            ("2", .byThisGateway), ("3", .byThisGateway), ("4", .byThisGateway), ("5", .forNow),
            ("6", .byEveryGateway), ("7", .byThisGateway), ("8", .byThisGateway), ("9", .byThisGateway),
            ("11", .byThisGateway), ("12", .byThisGateway), ("14", .byThisGateway), ("15", .byThisGateway),
            ("22", .byThisGateway), ("23", .byThisGateway), ("29", .byThisGateway), ("32", .byThisGateway),
            ("33", .byEveryGateway), ("777", .byThisGateway),
        ] as [(String, Refusal)])
    func refused(http: Int, verdict: (status: String, refusal: Refusal)) async throws {
        try await expect(
            .refused(reason: "status-\(verdict.status)", verdict.refusal),
            after: .json(http, VonageScript.answer(verdict.status)))
    }

    @Test("too much at once is throttled, for as long as Vonage says", arguments: ["1", "10"])
    func throttled(status: String) async throws {
        let body = VonageScript.answer(status)
        try await expect(.throttled(after: nil), after: .json(200, body))
        try await expect(.throttled(after: .seconds(3)), after: .json(429, body, headers: ["retry-after: 3"]))
    }

    @Test("a message is refused only where each of its parts was")
    func parts() async throws {
        for body in [
            VonageScript.answer("0", "1"), VonageScript.answer("1", "0"), VonageScript.answer("6", "6", "0"),
            VonageScript.answer("1", count: 2),
        ] {
            try await expect(.unknown(reason: "partly-accepted"), after: .json(200, body))
        }
        try await expect(.refused(reason: "status-9", .byThisGateway), after: .json(200, VonageScript.answer("9", "9")))
        try await expect(.throttled(after: nil), after: .json(200, VonageScript.answer("1", "9")))
    }

    @Test(
        "200 without a verdict for each part tells nothing",
        arguments: [
            "", "<html>", "[]", "{}", #"{"messages":[]}"#, #"{"messages":{}}"#, #"{"messages":[{}]}"#,
            #"{"messages":[{"status":""}]}"#, #"{"messages":[{"status":"x"}]}"#, #"{"messages":[{"status":"-1"}]}"#,
            #"{"messages":[{"status":1.5}]}"#, #"{"messages":[{"status":"1"},{}]}"#,
        ])
    func noVerdict(body: String) async throws {
        try await expect(.unknown(reason: "no-verdict"), after: .json(200, body))
    }

    @Test("without a verdict another HTTP status counts as usual")
    func otherStatus() async throws {
        try await expect(.refused(reason: "status-401", .byThisGateway), after: .json(401, "{}"))
        try await expect(.unknown(reason: "status-500"), after: .json(500, "{}"))
        try await expect(.refused(reason: "status-5", .forNow), after: .json(500, VonageScript.answer("5")))
    }
}
