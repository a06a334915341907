import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("What Bird gets, and what its answer means", .timeLimit(.minutes(10)))
struct BirdTests {
    private func expect(_ outcome: SendOutcome, after answer: StandInAnswer) async throws {
        try await SendOutcome.expect([(answer, outcome)], from: BirdScript())
    }

    @Test("the request is the documented one, byte for byte")
    func bytes() async throws {
        let request = try await StandInRequest.sent(by: BirdScript(), .sample(1, text: "Grüße: \"561001\" €"))
        #expect(request.method == "POST" && request.uri == "/sms/v1/sms/messages")
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("authorization") == "Bearer bk_eu1_k3y")
        #expect(request.header("idempotency-key") == "019b7f3e-6000-7000-8000-000000000001.1")
        #expect(
            String(decoding: request.body, as: UTF8.self) == #"""
                {"to":"+4915110000001","from":"Acme","text":"Grüße: \"561001\" €","category":"authentication"}
                """#)
    }

    @Test("a second try is the same request byte for byte, though the code's life is shorter")
    func sameInEveryTry() async throws {
        let first = try await StandInRequest.sent(by: BirdScript(), .sample(1, validFor: .seconds(600)))
        let second = try await StandInRequest.sent(
            by: BirdScript(), .sample(1, validFor: .seconds(9), mayBeDuplicate: true))
        #expect(first.body == second.body)
        #expect(first.header("idempotency-key") == second.header("idempotency-key"))
        let other = try await StandInRequest.sent(by: BirdScript(), .sample(2))
        #expect(first.header("idempotency-key") != other.header("idempotency-key"))
        #expect(try Bird(BirdScript.settings()).honorsIdempotencyKeys)
    }

    @Test(
        "the key's region is where requests go",
        arguments: [
            ("bk_us1_x", "us1"), ("bk_eu1_x_y", "eu1"), ("bk_eu1", "us1"), ("live_eu1_x", "us1"), ("bk_a.b_x", "us1"),
        ])
    func region(key: String, region: String) {
        #expect(BirdSettings(secret: Secret(key), sender: "Acme").url == "https://\(region).platform.bird.com")
    }

    @Test("settings that cannot work are refused by name and without their values")
    func badSettings() {
        expectRefused(
            [
                ({ $0.secret = Secret("") }, .missing, "secret"),
                ({ $0.secret = Secret("s3cret\r\nx: y") }, .malformedToken, "secret"),
                ({ $0.sender = "" }, .missing, "sender"), ({ $0.url = "s3cret" }, .malformedURL, "url"),
                ({ $0.url = "http://example.com/s3cret" }, .plaintext, "url"),
            ], in: BirdScript.settings()
        ) { settings throws(GatewaySettingsError) in _ = try Bird(settings) }
        #expect(throws: Never.self) { try Bird(BirdScript.settings()) }
    }

    @Test("an accepted message has Bird's id")
    func accepted() async throws {
        try await expect(.accepted(id: "sms_1"), after: .json(202, #"{"id":"sms_1","status":"accepted"}"#))
        try await expect(.accepted(id: nil), after: .json(200, "{}"))
    }

    @Test("a key that is in use, or was used for something else, may have led to an SMS", arguments: [409, 425])
    func keyInUse(status: Int) async throws {
        let body = BirdScript.error("conflict_error", "E10009", "IdempotencyKeyInUse")
        try await expect(.unknown(reason: "status-\(status)"), after: .json(status, body))
    }

    @Test("a number that Bird cannot route is bad everywhere, other refusals are Bird's")
    func refused() async throws {
        try await expect(
            .refused(reason: "error-12003", .byEveryGateway),
            after: .json(422, BirdScript.error("validation_error", "E12003", "SMSInvalidRecipient")))
        try await expect(
            .refused(reason: "error-12020", .byThisGateway),
            after: .json(422, BirdScript.error("validation_error", "E12020", "SMSDestinationNotEnabled")))
        try await expect(
            .refused(reason: "error-10001", .byThisGateway),
            after: .json(401, BirdScript.error("auth_error", "E10001", "InvalidAPIKey")))
    }

    @Test("a busy Bird is throttled, and a fault of its own is unknown")
    func busy() async throws {
        let busy = BirdScript.error("rate_limit_error", "E10029", "RateLimited")
        try await expect(.throttled(after: .seconds(4)), after: .json(429, busy, headers: ["retry-after: 4"]))
        try await expect(.unknown(reason: "status-503"), after: .json(503, busy, headers: ["retry-after: 4"]))
        let fault = BirdScript.error("internal_error", "E10500", "Internal")
        try await expect(.unknown(reason: "status-500"), after: .json(500, fault))
    }

    @Test(
        "a refusal without a code that can be read has its status as its reason",
        arguments: ["", "[]", "{}", #"{"error":"E12003"}"#, #"{"error":{"code":12003}}"#, #"{"error":{"code":"E1x"}}"#])
    func unreadable(body: String) async throws {
        try await expect(.refused(reason: "status-422", .byThisGateway), after: .json(422, body))
    }
}
