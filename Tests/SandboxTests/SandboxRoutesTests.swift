import GatewayConformance
import HTTPService
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Sandbox
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The sandbox's web server", .timeLimit(.minutes(10)))
struct SandboxRoutesTests {
    private let harness = SandboxHarness()

    private func with(_ body: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let clock = harness.clock
        let routes = try SandboxRoutes(provider: harness.provider, isPublic: false, now: { clock.now })
        let router = routes.surface(logger: Logger(label: "sandbox")).makeRouter()
        try await Application(router: router).test(.router) { try await body($0) }
    }

    private func put(_ messages: OutgoingMessage...) async {
        for message in messages { _ = await harness.sandbox.send(message, deadline: .seconds(1)) }
    }

    private func json(_ response: TestResponse) throws -> JSONValue {
        try JSONValue(parsing: response.body.readableBytesView)
    }

    // MARK: Page

    @Test("the page says that nothing is sent and shows each message, newest first")
    func page() async throws {
        await put(
            .sample(1, phone: "+4915111111111", text: "Your code is 561001."),
            .sample(2, phone: "+4915122222222", text: "رمزك هو 561002", language: "ar", mayBeDuplicate: true))
        try await with { client in
            let response = try await client.execute(uri: "/", method: .get)
            let page = String(buffer: response.body)
            #expect(page.contains("<strong>Nothing is sent.</strong>"))
            #expect(page.contains("2 messages"))
            #expect(page.contains(#"<p class="text" dir="auto" lang="ar">رمزك هو 561002</p>"#))
            #expect(page.contains("<li>UCS-2</li><li>1 segment</li><li class=\"warn\">may be a duplicate</li>"))
            let first = try #require(page.firstRange(of: "+4915122222222"))
            let second = try #require(page.firstRange(of: "+4915111111111"))
            #expect(first.lowerBound < second.lowerBound)
        }
    }

    @Test("the page says by which protocol a message came, under which id, and whether a receipt went out")
    func provenance() async throws {
        var behaviour = SandboxBehaviour()
        behaviour.receipts.delivered = 1
        let told = SandboxHarness(behaviour: behaviour, receipts: { _ in true })
        let telling = Task { await told.provider.tellReceipts() }
        _ = await told.sandbox.send(.sample(), deadline: .seconds(40))
        try await told.receipt(.delivered)
        telling.cancel()
        let clock = told.clock
        let router = try SandboxRoutes(provider: told.provider, isPublic: false, now: { clock.now })
            .surface(logger: Logger(label: "sandbox")).makeRouter()
        let id = try told.onlyMessage().gatewayID
        try await Application(router: router).test(.router) { client in
            let page = String(buffer: try await client.execute(uri: "/", method: .get).body)
            #expect(page.contains("<li>by process</li><li class=\"id\">\(id)</li><li>receipt: delivered</li>"))
            let answer = try await client.execute(uri: "/api/messages", method: .get)
            #expect(
                try JSONValue(parsing: answer.body.readableBytesView)["messages"]?.array?.first?["receipt"]
                    == "delivered")
        }
    }

    @Test("nothing of the page is kept, and only its own style and script run")
    func pageHeaders() async throws {
        try await with { client in
            let response = try await client.execute(uri: "/", method: .get)
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.headers[.cacheControl] == "no-store")
            let policy = try #require(response.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; style-src 'nonce-") && !policy.contains("unsafe"))
            let nonce = try #require(policy.split(separator: "'").first { $0.hasPrefix("nonce-") }).dropFirst(6)
            let page = String(buffer: response.body)
            #expect(page.contains("<style nonce=\"\(nonce)\">") && page.contains("<script nonce=\"\(nonce)\">"))
            #expect(!page.contains("http://") && !page.contains("https://"))
            #expect(page.contains("No messages yet"))
        }
    }

    @Test(
        "no message can put markup into the page",
        arguments: [
            "<script>alert(1)</script>", "\"\u{301} autofocus onfocus=alert(1) x=\"\u{301}", "<\u{301}img src=x>",
            "'><b>", "&lt;b&gt;", "{{#messages}}{{{nonce}}}", "</p><iframe>",
        ])
    func escaping(text: String) async throws {
        let inbox = harness.inbox
        let body = JSONValue.object(
            JSONObject([
                .init(
                    key: "data",
                    value: [
                        "to": .string(text), "text": .string(text), "locale": .string(text), "code": .string(text),
                    ])
            ]))
        try await with { client in
            _ = try await client.execute(uri: "/webhook", method: .post, body: ByteBuffer(bytes: body.serialized))
            #expect(inbox.total == 1)
            let search = text.addingPercentEncodingForQuery()
            for uri in ["/", "/?phone=\(search)"] {
                let page = String(buffer: try await client.execute(uri: uri, method: .get).body)
                for scalars in ["<script>alert", "<b>", "<iframe", "\"\u{301} auto", "'>", "<\u{301}img"] {
                    #expect(!page.unicodeScalars.contains(scalars.unicodeScalars))
                }
            }
        }
    }

    @Test("the page can be filtered by a number, as it was typed or in part")
    func filter() async throws {
        await put(.sample(1, phone: "+4915111111111"), .sample(2, phone: "+4915122222222"))
        try await with { client in
            for search in ["%2B49+151+2222", "2222", "%2B49%20151-22222222"] {
                let page = String(buffer: try await client.execute(uri: "/?phone=\(search)", method: .get).body)
                #expect(page.contains("+4915122222222") && !page.contains("+4915111111111"))
                #expect(page.contains("1 of 2 messages"))
            }
            let none = String(buffer: try await client.execute(uri: "/?phone=999", method: .get).body)
            #expect(none.contains("No message to a number like this one."))
        }
    }

    @Test("the button clears the inbox and leads back to it; a page from elsewhere cannot")
    func clearing() async throws {
        await put(.sample())
        let inbox = harness.inbox
        try await with { client in
            let site = try #require(HTTPField.Name("sec-fetch-site"))
            for value in ["cross-site", "same-site"] {
                let refused = try await client.execute(uri: "/clear", method: .post, headers: [site: value])
                #expect(refused.status == .forbidden)
            }
            for origin in ["null", "https://evil.example", "http://localhost:1"] {
                for (path, method) in [
                    ("/clear", HTTPRequest.Method.post), ("/webhook", .post), ("/api/behaviour", .put),
                ] {
                    let refused = try await client.execute(uri: path, method: method, headers: [.origin: origin])
                    #expect(refused.status == .forbidden)
                    #expect(try json(refused)["code"]?.string == "foreign-origin")
                }
            }
            #expect(inbox.total == 1)
            let response = try await client.execute(uri: "/clear", method: .post, headers: [site: "same-origin"])
            #expect(response.status == .seeOther && response.headers[.location] == "./")
            #expect(inbox.total == 0)
        }
    }

    // MARK: API

    @Test("the API tells all of a message")
    func list() async throws {
        await put(.sample(1, phone: "+4915111111111", text: "Code 561001"))
        try await with { client in
            let response = try await client.execute(uri: "/api/messages", method: .get)
            #expect(response.headers[.cacheControl] == "no-store")
            let gatewayID = try #require(harness.inbox.messages().first).gatewayID
            #expect(
                String(buffer: response.body) == """
                    {"messages":[{"sequence":1,"receivedAt":"2026-01-01T00:00:00.000Z","protocol":"process",\
                    "gatewayId":"\(gatewayID)","id":"019b7f3e-6000-7000-8000-000000000001.1","phoneNumber":"+4915111111111","text":"Code 561001",\
                    "code":"561001","languageCode":"en","encoding":"gsm7","segments":1,"mayBeDuplicate":false}],"total":1}
                    """)
        }
    }

    @Test("the API is asked by number, sequence and limit, a plus that was not encoded included")
    func listQueries() async throws {
        await put(.sample(1, phone: "+4915111111111"), .sample(2, phone: "+4915122222222"), .sample(3))
        try await with { client in
            let asked = [
                "phone=%2B4915111111111": [1], "phone=+4915111111111": [1], "phone=4915111111111": [1],
                "limit=2": [3, 2], "after=1": [2, 3], "after=1&limit=1": [2], "phone=": [], "after=3&wait=0": [],
            ]
            for (query, sequences) in asked {
                let answer = try json(try await client.execute(uri: "/api/messages?\(query)", method: .get))
                #expect(answer["messages"]?.array?.map { $0["sequence"]?.integer } == sequences.map { Int64($0) })
            }
            for query in ["limit=0", "limit=1001", "limit=x", "limit=", "after=-1", "wait=21", "wait=-1", "wait=1.5"] {
                let response = try await client.execute(uri: "/api/messages?\(query)", method: .get)
                #expect(response.status == .badRequest)
                #expect(try json(response)["code"]?.string == "impossible-query")
            }
        }
    }

    @Test("a script can wait for the SMS of a number")
    func longPoll() async throws {
        let (inbox, sandbox) = (harness.inbox, harness.sandbox)
        try await with { client in
            async let response = client.execute(uri: "/api/messages?phone=%2B4915111111111&wait=20", method: .get)
            while inbox.waiting == 0 { await Task.yield() }
            _ = await sandbox.send(.sample(1, phone: "+4915111111111"), deadline: .seconds(1))
            let answer = try json(try await response)
            #expect(answer["messages"]?.array?.first?["code"]?.string == "561001")
        }
    }

    @Test("the inbox can be emptied by a script")
    func delete() async throws {
        await put(.sample())
        let inbox = harness.inbox
        try await with { client in
            let response = try await client.execute(uri: "/api/messages", method: .delete)
            #expect(response.status == .noContent)
            #expect(inbox.total == 0)
        }
    }

    @Test("the behaviour can be read and set, and what is set is what is told")
    func behaviour() async throws {
        let sandbox = harness.provider
        try await with { client in
            let before = try await client.execute(uri: "/api/behaviour", method: .get)
            let plain =
                #"{"minimumLatencyMs":0.0,"maximumLatencyMs":0.0,"slowLatencyMs":0.0,"slow":0.0,"refusedForNow":0.0,"#
                + #""refusedForGood":0.0,"throttled":0.0,"unknown":0.0,"perSecond":0.0,"delivered":0.0,"#
                + #""undelivered":0.0,"lost":0.0,"receiptsReversed":0.0,"receiptsTwice":0.0,"#
                + #""minimumReceiptMs":0.0,"maximumReceiptMs":0.0}"#
            #expect(String(buffer: before.body) == plain)
            let new = #"{"minimumLatencyMs":5,"maximumLatencyMs":10,"throttled":0.5}"#
            let after = try await client.execute(uri: "/api/behaviour", method: .put, body: ByteBuffer(string: new))
            #expect(after.status == .ok)
            #expect(try json(after)["throttled"]?.double == 0.5)
            #expect(sandbox.behaviour.latency == .milliseconds(5) ... .milliseconds(10))
            #expect(sandbox.behaviour.throttled == 0.5)
            _ = try await client.execute(
                uri: "/api/behaviour", method: .put, body: ByteBuffer(string: #"{"minimumLatencyMs":7}"#))
            #expect(sandbox.behaviour.latency == .milliseconds(7) ... .milliseconds(7))
            #expect(sandbox.behaviour.throttled == 0)
        }
    }

    @Test(
        "a behaviour that cannot be is refused and changes nothing",
        arguments: [
            "", "[]", "{", #"{"throttled":"1"}"#, #"{"throttled":1.5}"#, #"{"throttled":null}"#, #"{"trottled":1}"#,
            #"{"maximumLatencyMs":60001}"#, #"{"minimumLatencyMs":-1}"#,
            #"{"minimumLatencyMs":2,"maximumLatencyMs":1}"#,
            #"{"throttled":0.6,"unknown":0.6}"#, #"{"maximumLatencyMs":1e300}"#, #"{"slowLatencyMs":60001}"#,
            #"{"delivered":0.6,"lost":0.6}"#, #"{"receiptsTwice":1.1}"#, #"{"maximumReceiptMs":3600001}"#,
            #"{"minimumReceiptMs":2,"maximumReceiptMs":1}"#, #"{"perSecond":-1}"#, #"{"retryAfterMs":3600001}"#,
        ])
    func badBehaviour(body: String) async throws {
        let sandbox = harness.provider
        try await with { client in
            let response = try await client.execute(
                uri: "/api/behaviour", method: .put, body: ByteBuffer(string: body))
            #expect(response.status == .badRequest)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(sandbox.behaviour == SandboxBehaviour())
        }
    }

    @Test("a body that is too large is refused")
    func largeBody() async throws {
        try await with { client in
            let response = try await client.execute(
                uri: "/webhook", method: .post, body: ByteBuffer(repeating: 0x20, count: 65_537))
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test("a webhook body that holds no message is refused", arguments: ["", "{}", #"{"data":{"to":"+49"}}"#, "[1]"])
    func badWebhook(body: String) async throws {
        try await with { client in
            let response = try await client.execute(uri: "/webhook", method: .post, body: ByteBuffer(string: body))
            #expect(response.status == .badRequest)
        }
    }
}

extension String {
    /// Every byte in hexadecimal, which a query may always have.
    fileprivate func addingPercentEncodingForQuery() -> String {
        utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
