import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("What Twilio gets", .timeLimit(.minutes(10)))
struct TwilioRequestTests {
    private func request(
        _ message: OutgoingMessage = .sample(), change: @escaping @Sendable (inout TwilioSettings) -> Void = { _ in }
    ) async throws -> StandInRequest {
        try await StandInRequest.sent(by: TwilioScript(change: change), message)
    }

    @Test("the request is the documented one, byte for byte")
    func bytes() async throws {
        let request = try await request(.sample(1, text: "Grüße: 561001 + 1 €"))
        #expect(request.method == "POST")
        #expect(request.uri == "/sms/2010-04-01/Accounts/\(TwilioScript.account)/Messages.json")
        #expect(request.header("content-type") == "application/x-www-form-urlencoded; charset=utf-8")
        #expect(request.header("authorization") == "Basic QUNhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYTp0MGtlbg==")
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                To=%2B4915110000001&From=%2B15005550006&Body=Gr%C3%BC%C3%9Fe%3A%20561001%20%2B%201%20%E2%82%AC\
                &ValidityPeriod=600
                """)
    }

    @Test("an API key signs in for its account")
    func apiKey() async throws {
        let request = try await request { $0.apiKey = "SKb" }
        #expect(request.header("authorization") == "Basic U0tiOnQwa2Vu")
        #expect(request.uri.contains(TwilioScript.account))
    }

    @Test("a messaging service is named as such, and nothing else is")
    func sender() async throws {
        let service = "MG0123456789abcdef0123456789abcdef"
        let form = try #require(try await request { $0.sender = Senders(service) }.form)
        #expect(form["MessagingServiceSid"] == service && form["From"] == nil)
        for sender in ["MG Rover", "24680", "MGabc"] {
            let form = try #require(try await request { $0.sender = Senders(sender) }.form)
            #expect(form["From"] == sender && form["MessagingServiceSid"] == nil)
        }
    }

    @Test("Twilio is told where to report, and to keep nothing, where the settings say it")
    func options() async throws {
        let url = "https://verify.example.com/v1/receipts/twilio?a=b"
        let form = try #require(
            try await request {
                $0.receiptsURL = url
                $0.redacts = true
            }.form)
        #expect(form["StatusCallback"] == url)
        #expect(form["ContentRetention"] == "discard" && form["AddressRetention"] == "obfuscate")
        let plain = try #require(try await request().form)
        #expect(Set(plain.keys) == ["To", "From", "Body", "ValidityPeriod"])
    }

    @Test(
        "a message waits no longer at Twilio than its code lives, within what Twilio takes",
        arguments: [(-5_000, "1"), (0, "1"), (1_999, "1"), (2_000, "2"), (36_000_000, "36000"), (36_001_000, "36000")])
    func validity(milliseconds: Int, seconds: String) async throws {
        let form = try await request(.sample(validFor: .milliseconds(milliseconds))).form
        #expect(form?["ValidityPeriod"] == seconds)
    }

    @Test("a base URL may end with a slash, and have a path")
    func base() async throws {
        #expect(try await request { $0.url += "/api/laml/" }.uri.hasPrefix("/sms/api/laml/2010-04-01/Accounts/AC"))
    }

    @Test("settings that cannot work are refused by name and without their values")
    func badSettings() {
        expectRefused(
            [
                ({ $0.account = "" }, .malformedID, "account"), ({ $0.account = "AC/s3cret" }, .malformedID, "account"),
                ({ $0.account = "Ä" }, .malformedID, "account"), ({ $0.apiKey = "" }, .malformedID, "apiKey"),
                ({ $0.apiKey = "SK:s3cret" }, .malformedID, "apiKey"), ({ $0.secret = Secret("") }, .missing, "secret"),
                ({ $0.sender = "" }, .missing, "sender"), ({ $0.url = "s3cret" }, .malformedURL, "url"),
                ({ $0.url = "https://example.com/?s3cret" }, .malformedURL, "url"),
                ({ $0.url = "http://example.com/s3cret" }, .plaintext, "url"),
                ({ $0.receiptsURL = "s3cret" }, .malformedURL, "receiptsURL"),
                ({ $0.receiptsURL = "https://user:s3cret@example.com/" }, .malformedURL, "receiptsURL"),
            ], in: TwilioScript.settings()
        ) { settings throws(GatewaySettingsError) in _ = try Twilio(settings) }
    }

    @Test("the usual settings work as they are")
    func usual() throws {
        #expect(TwilioScript.settings().url == "https://api.twilio.com")
        #expect(throws: Never.self) { try Twilio(TwilioScript.settings()) }
    }
}
