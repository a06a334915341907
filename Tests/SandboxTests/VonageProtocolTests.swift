import AsyncHTTPClient
import GatewayConformance
import Gateways
import HTTPService
import NIOCore
import NIOHTTP1
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@testable import Sandbox

@Suite("The vonage gateway and the sandbox", .timeLimit(.minutes(10)))
struct VonageProtocolTests {
    private static let patience = Duration.seconds(40)

    private func with(
        secret: String = "sandbox", receiptsURL: String? = nil, _ body: @Sendable (ProtocolHarness) async throws -> Void
    ) async throws {
        let make: @Sendable (String) throws -> Vonage = { url in
            var settings = VonageSettings(account: "sandbox", secret: Secret(secret), sender: "Demo")
            settings.url = url
            settings.receiptsURL = receiptsURL
            return try Vonage(settings)
        }
        try await ProtocolHarness.with(make, body)
    }

    @Test("the vonage gateway against the sandbox:", arguments: GatewayPromise.allCases)
    func conformance(_ promise: GatewayPromise) async throws {
        try await with { try await promise.prove(on: $0) }
    }

    @Test("what the gateway sends is in the inbox under the first part's id")
    func wholeWay() async throws {
        try await with { harness in
            let message = OutgoingMessage.sample(1, text: String(repeating: "Ваш код: 561001. ", count: 10))
            let outcome = await harness.gateway.send(message, deadline: Self.patience)
            let arrived = try harness.sandbox.onlyMessage()
            #expect(outcome == .accepted(id: arrived.gatewayID))
            #expect(arrived.draft.wireProtocol == .vonage && arrived.draft.text == message.text.text)
            #expect(arrived.draft.id == message.id.description && arrived.draft.segments == message.text.segments)
            #expect(arrived.draft.phone == message.phone.e164 && arrived.draft.sender == "Demo")
        }
    }

    @Test("each behaviour of the sandbox is the same outcome through Vonage's numbers")
    func outcomes() async throws {
        let forNow = SendOutcome.refused(reason: "status-5", .forNow)
        try await with { try await $0.proveBehaviours(forNow: forNow, forGood: "status-6") }
        try await with(secret: "wrong") { harness in
            #expect(
                await harness.gateway.send(.sample(), deadline: Self.patience)
                    == .refused(reason: "status-4", .byThisGateway))
        }
    }

    @Test("a receipt for each part comes signed, and the program's own reader believes it")
    func receipts() async throws {
        let receiver = try await ProviderStandIn.start(.whole(200, ""))
        try await with(receiptsURL: receiver.url) { harness in
            var behaviour = SandboxBehaviour()
            behaviour.receipts.delivered = 1
            harness.sandbox.provider.behaviour = behaviour
            let message = OutgoingMessage.sample(1, text: String(repeating: "a=b&c ", count: 30))
            _ = await harness.gateway.send(message, deadline: Self.patience)
            await receiver.requests(atLeast: 4)
            let reader = VonageReceipts(signatureSecret: Secret("sandbox"), method: .sha256)
            let told = try receiver.requests.flatMap { request throws(ReceiptError) in
                try reader.receipts(
                    in: ReceiptCall(
                        method: request.method, url: receiver.url, headers: request.headers, body: request.body),
                    at: harness.sandbox.clock.now)
            }
            let id = try harness.sandbox.onlyMessage().gatewayID
            #expect(told.map(\.status) == [.sent, .sent, .delivered, .delivered])
            #expect(told[0].gatewayID == id && told[2].gatewayID == id && told[1].gatewayID == told[3].gatewayID)
            #expect(told[1].gatewayID != id)
            try await harness.sandbox.receipt(.delivered)
        }
        try await receiver.stop()
    }

    @Test(
        "a call that Vonage would not take has Vonage's status, and takes nothing",
        arguments: [
            ("api_key=sandbox&api_secret=sandbox&from=a&text=a", "2"), ("from=a&to=4915112345678&text=a", "4"),
            ("api_key=sandbox&api_secret=sandbox&from=a&to=%2B4915112345678&text=a", "3"),
            ("api_key=sandbox&api_secret=sandbox&from=a&to=4915112345678&text=a&callback=http://10.0.0.1/", "23"),
            ("api_key=sandbox&timestamp=0&from=a&to=4915112345678&text=a&sig=00", "14"),
            ("api_key=sandbox&timestamp=-9223372036854775808&from=a&to=4915112345678&text=a&sig=00", "14"),
        ])
    func refusals(form: String, status: String) async throws {
        try await ProtocolHarness.withProtocols { harness, url in
            let answer = try await Self.post(Array(form.utf8), to: url)
            #expect(answer == status)
            #expect(harness.inbox.total == 0)
        }
    }

    @Test("a signature stands for the secret, for five minutes and no longer", arguments: [(0, "0"), (-301, "14")])
    func signed(age: Int64, status: String) async throws {
        try await ProtocolHarness.withProtocols { harness, url in
            var fields = [
                (name: "api_key", value: "sandbox"), (name: "from", value: "a=b&c"),
                (name: "to", value: "4915112345678"), (name: "text", value: "ç 561001"),
                (name: "timestamp", value: String(harness.clock.now.milliseconds / 1_000 + age)),
            ]
            fields.append((name: "sig", value: VonageSigning(secret: "sandbox").sign(fields)))
            let answer = try await Self.post(Form.encode(fields), to: url)
            #expect(answer == status)
            // Type text: Vonage drops what GSM-7 lacks.
            #expect(harness.inbox.messages().map(\.draft.text) == (status == "0" ? ["? 561001"] : []))
        }
    }

    @Test("the signature of the worked example")
    func workedExample() {
        let fields = [
            ("api-key", "abcd1234"), ("client-ref", "a=b&c"), ("err-code", "0"),
            ("message-timestamp", "2026-01-02 03:04:05"), ("messageId", "0A0000001234567B"),
            ("msisdn", "4915112345678"),
            ("network-code", "26201"), ("nonce", "aaaaaaaa-bbbb-cccc-dddd-0123456789ab"), ("price", "0.03330000"),
            ("scts", "2601020304"), ("status", "delivered"), ("timestamp", "1767323045"), ("to", "Acme"),
        ].map { (name: $0.0, value: $0.1) }
        #expect(
            VonageSigning(secret: "my_signature_secret").sign(fields)
                == "E7EC906E779E47D1C6FEE21F8605740170DFE7283644CBFE34BC6878CA3422BC")
    }

    /// The first part's status.
    private static func post(_ form: [UInt8], to url: String) async throws -> String? {
        var request = HTTPClientRequest(url: url + "/sms/json")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        request.body = .bytes(form)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(40))
        let body = try await response.body.collect(upTo: 65_536)
        return try JSONValue(parsing: body.readableBytesView)["messages"]?.array?.first?["status"]?.string
    }
}
