import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("Amazon SNS", .timeLimit(.minutes(10)))
struct SNSTests {
    private func request(
        _ message: OutgoingMessage = .sample(), change: @escaping @Sendable (inout SNSSettings) -> Void = { _ in }
    ) async throws -> StandInRequest {
        try await StandInRequest.sent(by: SNSScript(change: change), message)
    }

    private func expect(_ outcome: SendOutcome, after answers: StandInAnswer...) async throws {
        try await SendOutcome.expect(answers.map { ($0, outcome) }, from: SNSScript())
    }

    // MARK: Requests

    @Test("a message is one signed form, as AWS' own library writes it")
    func form() async throws {
        let request = try await request(.sample(1, text: "Grüße: 123456 + 1 €"))
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                Action=Publish&Message=Gr%C3%BC%C3%9Fe%3A+123456+%2B+1+%E2%82%AC\
                &MessageAttributes.entry.1.Name=AWS.SNS.SMS.SMSType&MessageAttributes.entry.1.Value.DataType=String\
                &MessageAttributes.entry.1.Value.StringValue=Transactional\
                &PhoneNumber=%2B4915110000001&Version=2010-03-31
                """)
        #expect(request.method == "POST" && request.uri == "/sms")
        #expect(request.header("content-type") == "application/x-www-form-urlencoded; charset=utf-8")
        #expect(request.header("accept") == "application/xml")
        #expect(request.header("host")?.hasPrefix("127.0.0.1:") == true)
        #expect(request.header("x-amz-date") == "20260102T030405Z")
        #expect(try request.isSigned(for: "sns"))
        #expect(!String(describing: request).contains("wJalrXUtnFEMI"))
    }

    @Test("sender, price and the registration in India are attributes with AWS' names and types")
    func attributes() async throws {
        let form = try #require(
            try await request(.sample(region: "IN")) {
                $0.sender = "ACME"
                $0.maxPrice = "0.25"
                $0.india = IndianRegistration(entityID: "1101", templateID: "1107")
            }.form)
        let attributes = (1...5).map { entry in
            ["Name", "Value.DataType", "Value.StringValue"].map { form["MessageAttributes.entry.\(entry).\($0)"] }
        }
        #expect(
            attributes == [
                ["AWS.SNS.SMS.SMSType", "String", "Transactional"], ["AWS.SNS.SMS.SenderID", "String", "ACME"],
                ["AWS.SNS.SMS.MaxPrice", "Number", "0.25"], ["AWS.MM.SMS.EntityId", "String", "1101"],
                ["AWS.MM.SMS.TemplateId", "String", "1107"],
            ])
        #expect(form["MessageAttributes.entry.6.Name"] == nil)
    }

    @Test(
        "a sender is a name or a number of the account's",
        arguments: [
            ("ACME", "AWS.SNS.SMS.SenderID"), ("A", "AWS.SNS.SMS.SenderID"),
            ("12345678901", "AWS.MM.SMS.OriginationNumber"),
            ("1234567890a", "AWS.SNS.SMS.SenderID"), ("+18005550100", "AWS.MM.SMS.OriginationNumber"),
            ("447", "AWS.MM.SMS.OriginationNumber"),
        ])
    func sender(sender: String, name: String) async throws {
        let form = try #require(try await request { $0.sender = Senders(sender) }.form)
        #expect(form["MessageAttributes.entry.2.Name"] == name)
        #expect(form["MessageAttributes.entry.2.Value.StringValue"] == sender)
    }

    @Test("with a key for some hours its token goes along, signed")
    func token() async throws {
        let request = try await request { $0.access.token = Secret("t0ken/+=") }
        #expect(request.header("x-amz-security-token") == "t0ken/+=")
        #expect(request.header("authorization")?.contains("x-amz-date;x-amz-security-token,") == true)
    }

    // MARK: Answers

    @Test(
        "AWS' refusals are this gateway's, under AWS' own words",
        arguments: [
            (400, "InvalidParameter", "invalid-parameter"), (400, "ParameterValueInvalid", "parameter-value-invalid"),
            (400, "ValidationException", "validation-exception"), (403, "AuthorizationError", "authorization-error"),
            (403, "InvalidSecurity", "invalid-security"), (403, "SignatureDoesNotMatch", "signature-does-not-match"),
            (403, "InvalidClientTokenId", "invalid-client-token-id"), (404, "NotFound", "not-found"),
            (402, "SomethingNew", "something-new"),
            (400, "ACodeThatIsLongerThanAnyReasonMayBeInOurRows", "acode-that-is-longer-than-any-reason-may"),
            (400, "Code49151", "status-400"), (400, "", "status-400"), (400, "__", "status-400"),
        ])
    func refused(status: Int, code: String, reason: String) async throws {
        try await expect(.refused(reason: reason, .byThisGateway), after: SNSScript.error(status, code))
    }

    @Test(
        "AWS' words for throttling count, whatever the status is",
        arguments: [
            "BandwidthLimitExceeded", "KMSThrottling", "PriorRequestNotComplete", "RequestLimitExceeded",
            "RequestThrottled", "RequestThrottledException", "SlowDown", "ThrottledException", "Throttling",
            "ThrottlingException", "TooManyRequestsException",
        ], [400, 403, 429, 500, 503])
    func throttled(code: String, status: Int) async throws {
        try await expect(.throttled(after: nil), after: SNSScript.error(status, code))
        let answer = SNSScript.error(status, code, headers: ["retry-after: 3"])
        try await expect(.throttled(after: .seconds(3)), after: answer)
    }

    @Test("a request that did not arrive whole may be sent again")
    func requestTimeout() async throws {
        try await expect(.refused(reason: "request-timeout", .forNow), after: SNSScript.error(400, "RequestTimeout"))
        let answer = SNSScript.error(408, "RequestTimeoutException")
        try await expect(.refused(reason: "request-timeout-exception", .forNow), after: answer)
    }

    @Test("a fault of AWS' own promises nothing, and neither does a collision")
    func serverErrors() async throws {
        try await expect(.unknown(reason: "internal-error"), after: SNSScript.error(500, "InternalError"))
        try await expect(.unknown(reason: "internal-failure"), after: SNSScript.error(500, "InternalFailure"))
        try await expect(.unknown(reason: "service-unavailable"), after: SNSScript.error(503, "ServiceUnavailable"))
        try await expect(.unknown(reason: "something-new"), after: SNSScript.error(409, "SomethingNew"))
    }

    @Test(
        "a 2xx is accepted, with the id if there is one that can be stored",
        arguments: [
            ("<MessageId>94f20ce6-13c5-43a0-9a9e-ca52d816e90b</MessageId>", "94f20ce6-13c5-43a0-9a9e-ca52d816e90b"),
            ("<MessageId></MessageId>", nil), ("<MessageId>a b</MessageId>", nil), ("<MessageId>half", nil),
            ("<MessageId>\(String(repeating: "x", count: 255))</MessageId>", String(repeating: "x", count: 255)),
            ("<MessageId>\(String(repeating: "x", count: 256))</MessageId>", nil),
            ("<Error><Code>Throttling</Code></Error>", nil), (#"{"MessageId":"a"}"#, nil),
        ] as [(String, String?)])
    func accepted(body: String, id: String?) async throws {
        try await expect(.accepted(id: id), after: .whole(200, body, type: "text/xml"))
    }

    // MARK: Settings

    @Test(
        "the region decides the usual URL",
        arguments: [("eu-west-1", ""), ("us-gov-west-1", ""), ("cn-north-1", ".cn")])
    func url(region: String, end: String) throws {
        var access = AWSAccess.example
        access.region = region
        #expect(SNSSettings(access: access).url == "https://sns.\(region).amazonaws.com\(end)/")
        #expect(throws: Never.self) { try SNS(SNSSettings(access: access)) }
    }

    @Test("settings that cannot work are refused by name, without their values")
    func badSettings() {
        expectRefused(
            [
                ({ $0.access.region = "" }, .malformedRegion, "region"),
                ({ $0.access.region = "s3cret/x" }, .malformedRegion, "region"),
                ({ $0.access.account = "" }, .malformedID, "account"),
                ({ $0.access.account = "s3cret x" }, .malformedID, "account"),
                ({ $0.access.secret = Secret("") }, .malformedToken, "secret"),
                ({ $0.access.secret = Secret("s3cret\n") }, .malformedToken, "secret"),
                ({ $0.access.token = Secret("") }, .malformedToken, "token"),
                ({ $0.access.token = Secret("s3cret s3cret") }, .malformedToken, "token"),
                ({ $0.url = "s3cret" }, .malformedURL, "url"), ({ $0.url = "http://s3cret.com/" }, .plaintext, "url"),
                ({ $0.url = "https://example.com/?s3cret" }, .unsignableURL, "url"),
                ({ $0.url = "https://example.com//s3cret" }, .unsignableURL, "url"),
                ({ $0.url = "https://example.com/../s3cret" }, .unsignableURL, "url"),
                ({ $0.url = "https://example.com/s3%20cret" }, .unsignableURL, "url"),
                ({ $0.sender = "" }, .malformedSender, "sender"),
                ({ $0.sender = "s3cret-x" }, .malformedSender, "sender"),
                ({ $0.sender = "twelvesigns1" }, .malformedSender, "sender"),
                ({ $0.sender = "12" }, .malformedSender, "sender"),
                ({ $0.sender = "+1234567890123456" }, .malformedSender, "sender"),
                ({ $0.maxPrice = "1" }, .malformedPrice, "maxPrice"),
                ({ $0.maxPrice = "100.0" }, .malformedPrice, "maxPrice"),
                ({ $0.maxPrice = "0." }, .malformedPrice, "maxPrice"),
                ({ $0.maxPrice = "0.123456" }, .malformedPrice, "maxPrice"),
                ({ $0.maxPrice = "0.1.2" }, .malformedPrice, "maxPrice"),
                ({ $0.maxPrice = "-1.0" }, .malformedPrice, "maxPrice"),
                (
                    { $0.india = IndianRegistration(entityID: "", templateID: "1") }, .malformedRegistration,
                    "indiaEntity"
                ),
                (
                    { $0.india = IndianRegistration(entityID: "1", templateID: "1 ") }, .malformedRegistration,
                    "indiaTemplate"
                ),
            ], in: SNSSettings(access: .example)
        ) { settings throws(GatewaySettingsError) in _ = try SNS(settings) }
    }
}
