import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("What Twilio's answer means", .timeLimit(.minutes(10)))
struct TwilioOutcomeTests {
    private func expect(_ outcome: SendOutcome, after answer: StandInAnswer) async throws {
        try await SendOutcome.expect([(answer, outcome)], from: TwilioScript())
    }

    @Test("an accepted message has Twilio's id")
    func accepted() async throws {
        let body = #"{"sid":"SM1","status":"accepted","num_segments":"0","error_code":null,"code":21211}"#
        try await expect(.accepted(id: "SM1"), after: .json(201, body))
    }

    @Test(
        "a bad number is bad at every gateway",
        arguments: [
            (400, 21211), (400, 21265), (400, 21614),
        ])
    func byEveryGateway(status: Int, code: Int) async throws {
        try await expect(
            .refused(reason: "error-\(code)", .byEveryGateway),
            after: .json(status, TwilioScript.error(code, status: status)))
    }

    @Test("a person who replied STOP to this sender may be reached by another")
    func repliedStop() async throws {
        try await expect(
            .refused(reason: "replied-stop", .byThisGateway),
            after: .json(400, TwilioScript.error(21610, status: 400)))
    }

    @Test(
        "what is wrong with account, sender or route leaves other gateways to try",
        arguments: [
            (401, 20003), (404, 20404), (403, 21408), (400, 21602), (400, 21617), (400, 21603), (400, 21606),
            (400, 21212),
            (400, 21659), (400, 21660), (400, 21701), (400, 21703), (400, 21604), (400, 21608), (400, 21612),
            (403, 30002),
            (400, 30007), (400, 30034), (400, 99999),
        ])
    func byThisGateway(status: Int, code: Int) async throws {
        try await expect(
            .refused(reason: "error-\(code)", .byThisGateway),
            after: .json(status, TwilioScript.error(code, status: status)))
    }

    @Test(
        "a full queue and too many requests are throttled",
        arguments: [
            (429, 20429), (503, 20503), (400, 21611), (400, 30001), (400, 63017), (429, 99999),
        ])
    func throttled(status: Int, code: Int) async throws {
        let body = TwilioScript.error(code, status: status)
        try await expect(.throttled(after: nil), after: .json(status, body))
        try await expect(
            .throttled(after: .seconds(9)), after: .json(status, body, headers: ["retry-after: 9"]))
    }

    @Test("a fault of which Twilio itself says that another try may be another SMS is unknown, and so is any other")
    func serverErrors() async throws {
        try await expect(.unknown(reason: "status-500"), after: .json(500, TwilioScript.error(20500, status: 500)))
        try await expect(.unknown(reason: "status-503"), after: .json(503, TwilioScript.error(99999, status: 503)))
        try await expect(.unknown(reason: "status-409"), after: .json(409, TwilioScript.error(99999, status: 409)))
    }

    @Test(
        "a refusal without a code that can be read has its status as its reason",
        arguments: [
            "", "<html>", "[]", "{}", #"{"code":"21211"}"#, #"{"code":0}"#, #"{"code":-21211}"#,
            #"{"code":99999999999}"#,
            #"{"code":21211.5}"#,
        ])
    func unreadable(body: String) async throws {
        try await expect(.refused(reason: "status-400", .byThisGateway), after: .json(400, body))
    }
}
