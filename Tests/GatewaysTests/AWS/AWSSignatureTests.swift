import Gateways
import Testing
import VerificationCore

/// The examples were made by AWS' own library.
@Suite("AWS' Signature Version 4")
struct AWSSignatureTests {
    private static let moment = Timestamp(rfc3339: "2026-01-02T03:04:05.678Z")
    private static let publish = """
        Action=Publish&Message=Your%20code%20is%20123456&MessageAttributes.entry.1.Name=AWS.SNS.SMS.SMSType\
        &MessageAttributes.entry.1.Value.DataType=String&MessageAttributes.entry.1.Value.StringValue=Transactional\
        &PhoneNumber=%2B4915112345678&Version=2010-03-31
        """
    private static let publishHeaders = [
        ("host", "sns.eu-west-1.amazonaws.com"), ("content-type", "application/x-www-form-urlencoded; charset=utf-8"),
    ]

    private func signed(
        _ headers: [(String, String)] = publishHeaders, path: String = "/", body: String = publish,
        service: String = "sns", change: (inout AWSAccess) -> Void = { _ in }, at moment: Timestamp? = moment
    ) throws -> [String: String] {
        var access = AWSAccess.example
        change(&access)
        let signature = AWSSignature(access, service: service)
        let all = signature.headers(signing: headers, path: path, body: body.utf8, at: try #require(moment))
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) })
    }

    @Test("a message to SNS is signed as AWS' library signs it")
    func publish() throws {
        let headers = try signed()
        #expect(headers["x-amz-date"] == "20260102T030405Z")
        #expect(
            headers["authorization"] == """
                AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20260102/eu-west-1/sns/aws4_request, \
                SignedHeaders=content-type;host;x-amz-date, \
                Signature=23ee088cb338c77544c4d540cbfe93d046d9875eb88baaa62aef5e874a892e4f
                """)
        #expect(headers.count == 4)
    }

    @Test("a message to End User Messaging is signed as AWS' library signs it, with the target among the headers")
    func sendTextMessage() throws {
        let headers = try signed(
            [
                ("content-type", "application/x-amz-json-1.0"), ("host", "sms-voice.eu-west-1.amazonaws.com"),
                ("x-amz-target", "PinpointSMSVoiceV2.SendTextMessage"),
            ],
            body: """
                {"DestinationPhoneNumber":"+4915112345678","OriginationIdentity":"ACME",\
                "MessageBody":"Your code is 123456","MessageType":"TRANSACTIONAL"}
                """, service: "sms-voice")
        let authorization = try #require(headers["authorization"])
        #expect(authorization.contains("SignedHeaders=content-type;host;x-amz-date;x-amz-target,"))
        #expect(
            authorization.hasSuffix("Signature=13d229a7ec433409a24e30c447256e913f9bcbefae0a2d909fbecc90a1b92781"))
    }

    @Test("a session's token goes along and is signed")
    func token() throws {
        let headers = try signed(change: { $0.token = Secret("t0ken/+=") })
        #expect(headers["x-amz-security-token"] == "t0ken/+=")
        let authorization = try #require(headers["authorization"])
        #expect(authorization.contains("SignedHeaders=content-type;host;x-amz-date;x-amz-security-token,"))
        let other = try signed(change: { $0.token = Secret("t0ken/+-") })
        #expect(other["authorization"] != authorization)
    }

    @Test("whatever is changed, the signature is another")
    func changed() throws {
        var headers = Self.publishHeaders
        headers[0].1 += ":4566"
        let authorizations = try [
            signed(), signed(headers), signed(path: "/sms"), signed(body: Self.publish + " "), signed(body: ""),
            signed(service: "sqs"), signed(change: { $0.region = "eu-west-2" }),
            signed(change: { $0.secret = Secret("another") }),
            signed(at: Self.moment.map { $0 + .seconds(1) }), signed(at: Self.moment.map { $0 + .seconds(86_400) }),
        ].map { try #require($0["authorization"]?.suffix(64)) }
        #expect(Set(authorizations).count == authorizations.count)
    }

    @Test("the order in which headers are given does not matter, and neither do milliseconds")
    func order() throws {
        #expect(try signed(Self.publishHeaders.reversed()) == signed())
        #expect(try signed(at: Timestamp(rfc3339: "2026-01-02T03:04:05Z")) == signed())
    }

    @Test("no description tells a key")
    func secrets() {
        var access = AWSAccess.example
        access.token = Secret("t0ken")
        var dumped = ""
        dump((access, AWSSignature(access, service: "sns")), to: &dumped)
        for text in ["\(access)", String(reflecting: access), dumped] {
            #expect(!text.contains("wJalrXUtnFEMI") && !text.contains("t0ken"))
        }
    }
}
