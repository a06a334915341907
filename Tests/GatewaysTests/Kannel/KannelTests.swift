import GatewayConformance
import Gateways
import Testing
import VerificationCore

@Suite("Kannel", .timeLimit(.minutes(10)))
struct KannelTests {
    private func request(
        _ message: OutgoingMessage = .sample(), change: @escaping @Sendable (inout KannelSettings) -> Void = { _ in }
    ) async throws -> StandInRequest {
        try await StandInRequest.sent(by: KannelScript(change: change), message)
    }

    private func expect(_ outcome: SendOutcome, after answers: StandInAnswer...) async throws {
        try await SendOutcome.expect(answers.map { ($0, outcome) }, from: KannelScript())
    }

    // MARK: Requests

    @Test("a message is one GET, byte for byte")
    func bytes() async throws {
        let request = try await request(.sample(1, text: "Grüße: 561001 + 1 €")) { $0.receiptsURL = nil }
        #expect(
            request.uri == """
                /sms?username=demo&password=pa%20ss%26&to=%2B4915110000001\
                &text=Gr%C3%BC%C3%9Fe%3A%20561001%20%2B%201%20%E2%82%AC&charset=UTF-8&coding=0&validity=10
                """)
        #expect(request.method == "GET" && request.body.isEmpty)
        #expect(request.header("content-type") == nil && request.header("content-length") == nil)
    }

    @Test("sender and SMSC go along where the settings name them")
    func options() async throws {
        let form = try #require(
            try await request {
                $0.sender = "ACME & Co"
                $0.smsc = "smpp-1"
            }.form)
        #expect(form["from"] == "ACME & Co" && form["smsc"] == "smpp-1")
        let plain = try #require(try await request().form)
        #expect(plain["from"] == nil && plain["smsc"] == nil)
    }

    @Test("what GSM-7 has no room for goes as UCS-2, and nothing else does")
    func coding() async throws {
        for (text, coding) in [("Code 561001 {€}", "0"), ("Ваш код 561001", "2"), ("código 561001", "2"), ("ç", "2")] {
            let form = try #require(try await request(.sample(text: text)).form)
            #expect(form["coding"] == coding && form["text"] == text)
        }
    }

    @Test(
        "a message waits no longer at Kannel than its code lives, in whole minutes",
        arguments: [
            (-5_000, "1"), (0, "1"), (119_999, "1"), (120_000, "2"), (600_000, "10"), (604_800_000, "10080"),
            (604_860_000, "10080"),
        ])
    func validity(milliseconds: Int, minutes: String) async throws {
        #expect(try await request(.sample(validFor: .milliseconds(milliseconds))).form?["validity"] == minutes)
    }

    @Test("Kannel is told where to report, with the token, the message's id and Kannel's own placeholders")
    func report() async throws {
        let query = "token=\(KannelScript.token)&id=019b7f3e-6000-7000-8000-000000000001.1&type=%d&error=%B"
        let form = try #require(try await request().form)
        #expect(form["dlr-mask"] == "31")
        #expect(form["dlr-url"] == "https://verify.example.com/v1/receipts/kannel?\(query)")
        let other = try #require(try await request { $0.receiptsURL = "http://10.0.0.1/r?a=b" }.form)
        #expect(other["dlr-url"] == "http://10.0.0.1/r?a=b&\(query)")
        let silent = try #require(try await request { $0.receiptsURL = nil }.form)
        #expect(silent["dlr-url"] == nil && silent["dlr-mask"] == nil)
    }

    // MARK: Answers

    @Test("an accepted message is known by its own id, for Kannel gives none")
    func accepted() async throws {
        try await expect(
            .accepted(id: OutgoingMessage.sample().id.description),
            after: KannelScript.text(202, "0: Accepted for delivery"),
            KannelScript.text(202, "3: Queued for later delivery"), KannelScript.text(202, "Sent."),
            KannelScript.text(200, ""), .lastBytes("HTTP/1.1 202 Accepted\r\ncontent-length: 24\r\n\r\n0: Acc"))
    }

    @Test(
        "Kannel's refusals are this gateway's, under a word of their own where Kannel has words",
        arguments: [
            (403, "Authorization failed for sendsms", "authorization-failed"),
            (403, "Not routable. Do not try again.", "not-routable"),
            (403, "Number(s) has/have been denied by white- and/or black-lists.", "number-denied"),
            (400, "Sender missing and no global set, rejected", "sender-missing"),
            (400, "Missing receiver number, rejected", "status-400"), (404, "", "status-404"),
            (415, "Unsupported content-type, rejected", "status-415"),
        ])
    func refused(status: Int, words: String, reason: String) async throws {
        try await expect(.refused(reason: reason, .byThisGateway), after: KannelScript.text(status, words))
    }

    @Test("a temporal failure may be tried again, and a 503 without Kannel's words is unknown")
    func temporalFailure() async throws {
        try await expect(
            .refused(reason: "temporal-failure", .forNow),
            after: KannelScript.text(503, "Temporal failure, try again later."))
        try await expect(
            .unknown(reason: "status-503"), after: KannelScript.text(503, ""), KannelScript.text(503, "Temporal"),
            KannelScript.text(503, "Not routable. Do not try again."))
    }

    @Test("a server error is unknown, whatever it says")
    func serverErrors() async throws {
        try await expect(.unknown(reason: "status-500"), after: KannelScript.text(500, "Sending failed."))
        let answer = KannelScript.text(502, "Temporal failure, try again later.")
        try await expect(.unknown(reason: "status-502"), after: answer)
    }

    // MARK: Settings

    @Test("the usual settings work as they are")
    func usual() {
        #expect(KannelScript.settings().url == "http://127.0.0.1:13013/cgi-bin/sendsms")
        #expect(throws: Never.self) { try Kannel(KannelScript.settings()) }
    }

    @Test("settings that cannot work are refused by name, without their values")
    func badSettings() {
        var settings = KannelScript.settings()
        settings.receiptsURL = "https://example.com/"
        settings.receiptsToken = Secret(KannelScript.token)
        expectRefused(
            [
                ({ $0.account = "" }, .missing, "account"), ({ $0.secret = Secret("") }, .missing, "secret"),
                ({ $0.smsc = "" }, .missing, "smsc"), ({ $0.sender = "" }, .malformedSender, "sender"),
                ({ $0.sender = Senders("s3cret" + String(repeating: "x", count: 15)) }, .malformedSender, "sender"),
                ({ $0.sender = "s3cret\n" }, .malformedSender, "sender"), ({ $0.url = "s3cret" }, .malformedURL, "url"),
                ({ $0.url = "http://example.com/s3cret" }, .plaintext, "url"),
                ({ $0.url = "https://example.com/?s3cret" }, .hasQuery, "url"),
                ({ $0.receiptsURL = "s3cret" }, .malformedURL, "receiptsURL"),
                ({ $0.receiptsURL = "https://example.com/s3cret%20" }, .hasPercentSign, "receiptsURL"),
                ({ $0.receiptsToken = nil }, .missing, "receiptsToken"),
                ({ $0.receiptsToken = Secret("s3cret-15-bytes") }, .guessableToken, "receiptsToken"),
                ({ $0.receiptsToken = Secret("s3cret&16-bytes_") }, .guessableToken, "receiptsToken"),
                (
                    { $0.receiptsToken = Secret("s3cret" + String(repeating: "x", count: 123)) }, .guessableToken,
                    "receiptsToken"
                ),
            ], in: settings
        ) { settings throws(GatewaySettingsError) in _ = try Kannel(settings) }
    }
}
