import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

@Suite("AWS End User Messaging SMS", .timeLimit(.minutes(10)))
struct EndUserMessagingTests {
    private func request(
        _ message: OutgoingMessage = .sample(),
        change: @escaping @Sendable (inout EndUserMessagingSettings) -> Void = { _ in }
    ) async throws -> StandInRequest {
        try await StandInRequest.sent(by: EndUserMessagingScript(change: change), message)
    }

    private func expect(_ outcome: SendOutcome, after answers: StandInAnswer...) async throws {
        try await SendOutcome.expect(answers.map { ($0, outcome) }, from: EndUserMessagingScript())
    }

    // MARK: Requests

    @Test("a message is one signed JSON document, with its lifetime and its own id")
    func body() async throws {
        let request = try await request(.sample(1, text: "Your code is 123456"))
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                {"DestinationPhoneNumber":"+4915110000001","MessageBody":"Your code is 123456",\
                "MessageType":"TRANSACTIONAL","TimeToLive":600,\
                "Context":{"message":"019b7f3e-6000-7000-8000-000000000001.1"}}
                """)
        #expect(request.method == "POST" && request.uri == "/sms")
        #expect(request.header("content-type") == "application/x-amz-json-1.0")
        #expect(request.header("x-amz-target") == "PinpointSMSVoiceV2.SendTextMessage")
        #expect(request.header("authorization")?.contains("host;x-amz-date;x-amz-target,") == true)
        #expect(try request.isSigned(for: "sms-voice"))
    }

    @Test("what the settings say goes along under AWS' names")
    func settings() async throws {
        let request = try await request(.sample(region: "IN")) {
            $0.sender = "arn:aws:sms-voice:eu-west-1:1:sender-id/ACME/DE"
            $0.configurationSet = "verify"
            $0.maxPrice = "0.25"
            $0.india = IndianRegistration(entityID: "1101", templateID: "1107")
        }
        let json = try JSONValue(parsing: request.body)
        #expect(json["OriginationIdentity"] == "arn:aws:sms-voice:eu-west-1:1:sender-id/ACME/DE")
        #expect(json["ConfigurationSetName"] == "verify" && json["MaxPrice"] == "0.25")
        #expect(json["DestinationCountryParameters"] == ["IN_ENTITY_ID": "1101", "IN_TEMPLATE_ID": "1107"])
    }

    @Test(
        "the lifetime is rounded down, within what AWS takes",
        arguments: [
            (.seconds(5), 5), (.milliseconds(599_999), 599), (.seconds(4), 5), (.zero, 5), (.seconds(-1), 5),
            (.seconds(259_200), 259_200), (.seconds(259_201), 259_200),
        ] as [(Duration, Int64)])
    func timeToLive(validFor: Duration, seconds: Int64) async throws {
        let body = try await request(.sample(validFor: validFor)).body
        #expect(try JSONValue(parsing: body)["TimeToLive"]?.integer == seconds)
    }

    // MARK: Answers

    @Test("a person who wants no messages of this account may be reached by another gateway")
    func optedOut() async throws {
        let answer = EndUserMessagingScript.error(400, "ConflictException", "DESTINATION_PHONE_NUMBER_OPTED_OUT")
        try await expect(.refused(reason: "replied-stop", .byThisGateway), after: answer)
    }

    @Test(
        "AWS' other refusals are this gateway's, under AWS' finest word",
        arguments: [
            (
                "ServiceQuotaExceededException", "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT",
                "monthly-spend-limit-reached-for-text"
            ),
            ("AccessDeniedException", "INSUFFICIENT_ACCOUNT_REPUTATION", "insufficient-account-reputation"),
            ("AccessDeniedException", "ACCOUNT_DISABLED", "account-disabled"),
            ("UnrecognizedClientException", nil, "unrecognized-client-exception"),
            ("InvalidSignatureException", nil, "invalid-signature-exception"),
            ("ResourceNotFoundException", nil, "resource-not-found-exception"),
            (
                "ConflictException", "DESTINATION_PHONE_NUMBER_NOT_VERIFIED", "destination-phone-number-not-verified"
            ),
            (
                "ConflictException", "DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION",
                "destination-country-blocked-by-protect"
            ),
            (
                "ConflictException", "DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE",
                "destination-phone-number-blocked-by"
            ),
            ("ConflictException", "NO_ORIGINATION_IDENTITIES_FOUND", "no-origination-identities-found"),
            ("ConflictException", "MESSAGE_TYPE_MISMATCH", "message-type-mismatch"),
            ("ValidationException", "FIELD_VALIDATION_FAILED", "field-validation-failed"),
            (
                "ValidationException", "INVALID_IDENTITY_FOR_DESTINATION_COUNTRY",
                "invalid-identity-for-destination-country"
            ),
            ("ValidationException", "SENDER_ID_NOT_REGISTERED", "sender-id-not-registered"),
            ("ValidationException", "DESTINATION_COUNTRY_BLOCKED", "destination-country-blocked"),
            ("ValidationException", "PRICE_OVER_THRESHOLD", "price-over-threshold"),
            ("com.amazonaws.pinpointsmsvoicev2#SomethingNew", "NUMBER_49151", "something-new"),
            ("Code49151", nil, "status-400"),
        ] as [(String, String?, String)])
    func refused(code: String, detail: String?, reason: String) async throws {
        let answer = EndUserMessagingScript.error(400, code, detail)
        try await expect(.refused(reason: reason, .byThisGateway), after: answer)
    }

    @Test("a refusal of AWS' is final with any 4xx that finds a mistake", arguments: [400, 402, 403, 404])
    func anyStatus(status: Int) async throws {
        let answer = EndUserMessagingScript.error(status, "ConflictException", "MESSAGE_TYPE_MISMATCH")
        try await expect(.refused(reason: "message-type-mismatch", .byThisGateway), after: answer)
    }

    @Test("throttling is throttling with any status", arguments: [400, 429, 500, 503])
    func throttled(status: Int) async throws {
        try await expect(.throttled(after: nil), after: EndUserMessagingScript.error(status, "ThrottlingException"))
    }

    @Test("a request that did not arrive whole may be sent again, and a fault of AWS' own is unknown")
    func serverErrors() async throws {
        try await expect(
            .refused(reason: "request-timeout-exception", .forNow),
            after: EndUserMessagingScript.error(408, "RequestTimeoutException"))
        try await expect(
            .unknown(reason: "internal-server-exception"),
            after: EndUserMessagingScript.error(500, "InternalServerException"))
        try await expect(.unknown(reason: "odd"), after: EndUserMessagingScript.error(500, "Odd"))
        try await expect(.unknown(reason: "odd"), after: EndUserMessagingScript.error(409, "Odd"))
        for body in ["", "{}", "<html>", "[]", #"{"__type":7}"#, #"{"__type":"#] {
            try await expect(.unknown(reason: "status-500"), after: .json(500, body))
        }
    }

    @Test(
        "a 2xx is accepted, with the id if there is one that can be stored",
        arguments: [
            (#"{"MessageId":"a-1"}"#, "a-1"), (#"{"MessageId":""}"#, nil), (#"{"MessageId":7}"#, "7"), ("{", nil),
            (#"{"__type":"ThrottlingException"}"#, nil),
            ("{\"MessageId\":\"\(String(repeating: "x", count: 256))\"}", nil),
        ] as [(String, String?)])
    func accepted(body: String, id: String?) async throws {
        try await expect(.accepted(id: id), after: .json(200, body))
    }

    // MARK: Settings

    @Test("the region decides the usual URL")
    func url() {
        #expect(EndUserMessagingSettings(access: .example).url == "https://sms-voice.eu-west-1.amazonaws.com/")
        #expect(throws: Never.self) { try EndUserMessaging(EndUserMessagingSettings(access: .example)) }
    }

    @Test("settings that cannot work are refused by name, without their values")
    func badSettings() {
        let long = String(repeating: "x", count: 257)
        expectRefused(
            [
                ({ $0.access.region = "s3cret." }, .malformedRegion, "region"),
                ({ $0.url = "http://s3cret.com/" }, .plaintext, "url"),
                ({ $0.sender = "" }, .malformedSender, "sender"),
                ({ $0.sender = "s3cret x" }, .malformedSender, "sender"),
                ({ $0.sender = Senders(long) }, .malformedSender, "sender"),
                ({ $0.configurationSet = "" }, .malformedName, "configurationSet"),
                ({ $0.configurationSet = "s3cret+" }, .malformedName, "configurationSet"),
                ({ $0.maxPrice = "s3cret" }, .malformedPrice, "maxPrice"),
                (
                    { $0.india = IndianRegistration(entityID: "s3cret!", templateID: "") }, .malformedRegistration,
                    "indiaEntity"
                ),
            ], in: EndUserMessagingSettings(access: .example)
        ) { settings throws(GatewaySettingsError) in _ = try EndUserMessaging(settings) }
    }
}
