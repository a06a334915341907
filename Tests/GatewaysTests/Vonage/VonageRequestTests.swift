import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("What Vonage gets", .timeLimit(.minutes(10)))
struct VonageRequestTests {
    private func request(
        _ message: OutgoingMessage = .sample(), change: @escaping @Sendable (inout VonageSettings) -> Void = { _ in }
    ) async throws -> StandInRequest {
        try await StandInRequest.sent(by: VonageScript(change: change), message)
    }

    @Test("the request is the documented one, byte for byte")
    func bytes() async throws {
        let request = try await request(.sample(1, text: "Grüße: 561001 + 1 €")) {
            $0.receiptsURL = "https://verify.example.com/r?a=b"
        }
        #expect(request.method == "POST" && request.uri == "/sms/sms/json")
        #expect(request.header("content-type") == "application/x-www-form-urlencoded; charset=utf-8")
        #expect(request.header("authorization") == nil)
        #expect(
            String(decoding: request.body, as: UTF8.self) == """
                api_key=abcd1234&api_secret=t0ken&from=Acme&to=4915110000001\
                &text=Gr%C3%BC%C3%9Fe%3A%20561001%20%2B%201%20%E2%82%AC&type=text&ttl=600000\
                &client-ref=019b7f3e-6000-7000-8000-000000000001.1&callback=https%3A%2F%2Fverify.example.com%2Fr%3Fa%3Db
                """)
    }

    @Test("a text that GSM-7 cannot carry is sent as Unicode", arguments: ["Код 561001", "code `561001`", "😀"])
    func unicode(text: String) async throws {
        let form = try await request(.sample(1, text: text)).form
        #expect(form?["type"] == "unicode" && form?["text"] == text)
    }

    @Test("a number as sender loses its plus", arguments: [("+447700900000", "447700900000"), ("Acme+", "Acme%2B")])
    func sender(given: String, sent: String) async throws {
        let body = String(decoding: try await request { $0.sender = Senders(given) }.body, as: UTF8.self)
        #expect(body.contains("&from=\(sent)&"))
    }

    @Test(
        "a message waits no longer at Vonage than its code lives, within what Vonage takes",
        arguments: [
            (0, "20000"), (20_999, "20000"), (21_000, "21000"), (604_800_000, "604800000"), (604_801_000, "604800000"),
        ])
    func validity(milliseconds: Int, sent: String) async throws {
        #expect(try await request(.sample(validFor: .milliseconds(milliseconds))).form?["ttl"] == sent)
    }

    @Test("the message's id fits the 40 bytes that Vonage keeps of it")
    func reference() async throws {
        let reference = try #require(try await request().form?["client-ref"])
        #expect(reference == OutgoingMessage.sample().id.description && reference.utf8.count <= 40)
    }

    @Test("settings that cannot work are refused by name and without their values")
    func badSettings() {
        let longURL = "https://example.com/" + String(repeating: "r", count: 81)
        expectRefused(
            [
                ({ $0.account = "" }, .malformedID, "account"),
                ({ $0.account = "s3cret&a=b" }, .malformedID, "account"),
                ({ $0.secret = Secret("") }, .missing, "secret"), ({ $0.sender = "" }, .missing, "sender"),
                ({ $0.sender = "+" }, .missing, "sender"), ({ $0.url = "s3cret" }, .malformedURL, "url"),
                ({ $0.url = "http://example.com/s3cret" }, .plaintext, "url"),
                ({ $0.receiptsURL = "s3cret" }, .malformedURL, "receiptsURL"),
                ({ $0.receiptsURL = longURL }, .tooLong, "receiptsURL"),
            ], in: VonageScript.settings()
        ) { settings throws(GatewaySettingsError) in _ = try Vonage(settings) }
        var settings = VonageScript.settings()
        settings.receiptsURL = String(longURL.dropLast())
        #expect(throws: Never.self) { try Vonage(settings) }
    }

    @Test("the usual settings work as they are")
    func usual() {
        #expect(VonageScript.settings().url == "https://rest.nexmo.com")
        #expect(throws: Never.self) { try Vonage(VonageScript.settings()) }
    }
}
