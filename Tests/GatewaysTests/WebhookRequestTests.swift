import GatewayConformance
import Gateways
import Testing
import VerificationCore
import VerificationTesting

@Suite("What a webhook's receiver gets", .timeLimit(.minutes(10)))
struct WebhookRequestTests {
    @Test("the body holds the message for every usual shape of receiver")
    func body() async throws {
        try await WebhookHarness.with(change: { $0.sender = "Demo" }) { harness in
            _ = await harness.send(.sample(1, text: "Code 561001"))
            let request = try #require(harness.receiver.requests.first)
            #expect(
                String(decoding: request.body, as: UTF8.self) == """
                    {"type":"sms.send","timestamp":"2026-01-01T00:00:00.000Z","data":{\
                    "message_id":"019b7f3e-6000-7000-8000-000000000001.1","to":"+4915110000001","from":"Demo",\
                    "text":"Code 561001","code":"561001","locale":"en","ttl":600,"encoding":"gsm7","segments":1,\
                    "may_be_duplicate":false},"user":{"phone":"+4915110000001"},\
                    "sms":{"otp":"561001","phone":"+4915110000001"}}
                    """)
        }
    }

    @Test("the receiver is told of the request what the settings name, and no more")
    func origin() async throws {
        let told = [
            #""app":"shop""#, #""client_ip":"203.0.113.7""#, #""metadata":{"cart":"7","user":"u-1"}"#,
        ]
        let rows: [(includes: Set<WebhookInclusion>, told: [String])] = [
            ([], []), ([.app], [told[0]]), ([.clientIP], [told[1]]), ([.metadata], [told[2]]),
            (Set(WebhookInclusion.allCases), told),
        ]
        for row in rows {
            try await WebhookHarness.with(change: { $0.includes = row.includes }) { harness in
                _ = await harness.send(.sample(1, origin: .sample))
                let body = String(decoding: try #require(harness.receiver.requests.first).body, as: UTF8.self)
                let expected = row.told.map { ",\($0)" }.joined() + "},"
                #expect(body.contains(#""may_be_duplicate":false"# + expected), "\(body)")
            }
        }
    }

    @Test("what is not known of a request is left out, and a trial has no request")
    func unknownOrigin() async throws {
        try await WebhookHarness.with(change: { $0.includes = Set(WebhookInclusion.allCases) }) { harness in
            _ = await harness.send(.sample(1, origin: MessageOrigin(app: "shop")))
            _ = await harness.send(.sample(2))
            let bodies = harness.receiver.requests.map { String(decoding: $0.body, as: UTF8.self) }
            #expect(bodies[0].contains(#""may_be_duplicate":false,"app":"shop","metadata":{}},"#))
            #expect(bodies[1].contains(#""may_be_duplicate":false},"#))
        }
    }

    @Test("a message and its origin print neither address nor metadata")
    func concealed() {
        let message = OutgoingMessage.sample(1, origin: .sample)
        for text in ["\(message)", String(reflecting: message), "\(MessageOrigin.sample)"] {
            #expect(!text.contains("203.0.113.7") && !text.contains("u-1"))
        }
    }

    @Test("the request is signed: id, time and signature belong to the body that was sent")
    func signed() async throws {
        try await WebhookHarness.with { harness in
            _ = await harness.send()
            let request = try #require(harness.receiver.requests.first)
            let id = try #require(request.header("webhook-id"))
            let timestamp = try #require(request.header("webhook-timestamp"))
            let header = try #require(request.header("webhook-signature"))
            #expect(timestamp == "1767225600")
            let signature = try #require(WebhookSignature(secret: WebhookHarness.secret))
            #expect(
                signature.accepts(
                    header, id: id, timestamp: timestamp, body: request.body, now: harness.clock.now))
            #expect(request.header("content-type") == "application/json")
            #expect(request.header("authorization") == nil)
            #expect(request.uri == "/sms")
        }
    }

    @Test("a bearer token is sent when there is one")
    func bearer() async throws {
        try await WebhookHarness.with(change: { $0.bearerToken = "t0ken" }) {
            _ = await $0.send()
            #expect($0.receiver.requests.first?.header("authorization") == "Bearer t0ken")
        }
    }

    @Test("the caller's trace context goes along, and no header is made up without it")
    func traceContext() async throws {
        let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        try await WebhookHarness.with { harness in
            _ = await harness.send(.sample(1, traceContext: TraceContext(traceparent: text)))
            _ = await harness.send(.sample(2))
            #expect(harness.receiver.requests.map { $0.header("traceparent") } == [text, nil])
        }
    }

    @Test("settings that cannot work, or would show codes to the network, are refused by name and without their values")
    func badSettings() {
        let changes: [((inout WebhookSettings) -> Void, GatewaySettingsError.Code)] = [
            ({ $0.url = "" }, .malformedURL), ({ $0.url = "not a url" }, .malformedURL),
            ({ $0.url = "ftp://example.com/" }, .malformedURL), ({ $0.url = "https:///path" }, .malformedURL),
            ({ $0.url = "unix:///run/s3cret" }, .malformedURL),
            ({ $0.url = "https://user:s3cret@example.com/" }, .malformedURL),
            ({ $0.url = "http://example.com/s3cret" }, .plaintext),
            ({ $0.url = "http://127.0.0.1.example.com/" }, .plaintext),
            ({ $0.url = "http://127.evil/" }, .plaintext),
            ({ $0.secret = "s3cret" }, .malformedSecret), ({ $0.secret = "whsec_s3cret" }, .malformedSecret),
            ({ $0.bearerToken = "" }, .malformedToken), ({ $0.bearerToken = "s3cret\r\nx: y" }, .malformedToken),
        ]
        for (change, code) in changes {
            var settings = WebhookSettings(url: "https://example.com/sms", secret: WebhookHarness.secret)
            change(&settings)
            let error = #expect(throws: GatewaySettingsError.self) {
                try Webhook(settings)
            }
            #expect(error?.code == code)
            #expect(error.map { "\($0)".contains("s3cret") } == false)
            #expect(!"\(settings)".contains("s3cret") && !String(reflecting: settings).contains("s3cret"))
        }
    }

    @Test(
        "http is for this machine, unless plaintext is allowed",
        arguments: ["http://localhost:1/", "http://127.0.0.1/", "http://127.8.9.1/", "http://[::1]:80/a"])
    func loopback(url: String) throws {
        let settings = WebhookSettings(url: url, secret: WebhookHarness.secret)
        #expect(throws: Never.self) { try Webhook(settings) }
        var plaintext = WebhookSettings(url: "http://example.com/", secret: WebhookHarness.secret)
        plaintext.allowsPlaintext = true
        #expect(throws: Never.self) { try Webhook(plaintext) }
    }
}

extension MessageOrigin {
    fileprivate static let sample = MessageOrigin(
        app: "shop", clientAddress: "203.0.113.7", metadata: ["user": "u-1", "cart": "7"])
}
