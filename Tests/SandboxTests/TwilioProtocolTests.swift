import AsyncHTTPClient
import FoundationEssentials
import GatewayConformance
import Gateways
import NIOCore
import NIOHTTP1
import Sandbox
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("The twilio gateway and the sandbox", .timeLimit(.minutes(10)))
struct TwilioProtocolTests {
    private static let patience = Duration.seconds(40)

    private func with(
        secret: String = "sandbox", receiptsURL: String? = nil, _ body: @Sendable (ProtocolHarness) async throws -> Void
    ) async throws {
        let make: @Sendable (String) throws -> Twilio = { url in
            var settings = TwilioSettings(
                account: SandboxAccounts.standardTwilioAccount, secret: Secret(secret), sender: "+15005550006")
            settings.url = url
            settings.receiptsURL = receiptsURL
            return try Twilio(settings)
        }
        try await ProtocolHarness.with(make, body)
    }

    @Test("the twilio gateway against the sandbox:", arguments: GatewayPromise.allCases)
    func conformance(_ promise: GatewayPromise) async throws {
        try await with { try await promise.prove(on: $0) }
    }

    @Test("what the gateway sends is in the inbox under Twilio's kind of id")
    func wholeWay() async throws {
        try await with { harness in
            let message = OutgoingMessage.sample(1, text: "Ваш код: 561001 + & = 100 %")
            let outcome = await harness.gateway.send(message, deadline: Self.patience)
            let arrived = try harness.sandbox.onlyMessage()
            #expect(outcome == .accepted(id: arrived.gatewayID))
            #expect(arrived.gatewayID.hasPrefix("SM") && arrived.gatewayID.utf8.count == 34)
            #expect(arrived.draft.wireProtocol == .twilio && arrived.draft.text == message.text.text)
            #expect(arrived.draft.phone == message.phone.e164 && arrived.draft.sender == "+15005550006")
        }
    }

    @Test("each behaviour of the sandbox is the same outcome through Twilio's words")
    func outcomes() async throws {
        try await with { try await $0.proveBehaviours(forNow: .throttled(after: nil), forGood: "error-21211") }
        try await with(secret: "wrong") { harness in
            #expect(
                await harness.gateway.send(.sample(), deadline: Self.patience)
                    == .refused(reason: "error-20003", .byThisGateway))
        }
    }

    @Test("receipts come signed to the URL of the message, and the program's own reader believes them")
    func receipts() async throws {
        let receiver = try await ProviderStandIn.start(.whole(204, ""))
        let url = receiver.url + "?tenant=acme"
        try await with(receiptsURL: url) { harness in
            var behaviour = SandboxBehaviour()
            behaviour.receipts.undelivered = 1
            harness.sandbox.provider.behaviour = behaviour
            let outcome = await harness.gateway.send(.sample(), deadline: Self.patience)
            await receiver.requests(atLeast: 2)
            let reader = TwilioReceipts(authToken: Secret("sandbox"))
            let told = try receiver.requests.flatMap { request throws(ReceiptError) in
                try reader.receipts(
                    in: ReceiptCall(method: request.method, url: url, headers: request.headers, body: request.body),
                    at: harness.sandbox.clock.now)
            }
            let id = try harness.sandbox.onlyMessage().gatewayID
            #expect(outcome == .accepted(id: id))
            #expect(
                told == [
                    DeliveryReceipt(gatewayID: id, status: .sent),
                    DeliveryReceipt(gatewayID: id, status: .undelivered, reason: "error-30003"),
                ])
            try await harness.sandbox.receipt(.undelivered)
        }
        try await receiver.stop()
    }

    @Test(
        "a call that Twilio would not take is answered with Twilio's code, and takes nothing",
        arguments: [
            ("From=%2B1500&Body=a", 400, 21604), ("To=%2B4915112345678&Body=a", 400, 21603),
            ("To=%2B4915112345678&From=%2B1500", 400, 21602), ("To=+4915112345678&From=%2B1500&Body=a", 400, 21211),
            ("To=4915112345678&From=%2B1500&Body=a", 400, 21211), ("To=%zz", 400, 21604),
            ("To=%2B4915112345678&From=a&Body=" + String(repeating: "a", count: 1_601), 400, 21617),
            ("To=%2B4915112345678&From=a&Body=a&StatusCallback=http%3A%2F%2Fevil.example%2F", 400, 21609),
            ("To=%2B4915112345678&From=a&Body=a&StatusCallback=file%3A%2F%2F%2Fetc", 400, 21609),
        ])
    func faults(form: String, status: Int, code: Int) async throws {
        try await ProtocolHarness.withProtocols { harness, url in
            let answer = try await Self.post(form, to: url)
            #expect(answer.status == status && answer.body["code"]?.integer == Int64(code))
            #expect(answer.body["status"]?.integer == Int64(status))
            #expect(harness.inbox.total == 0)
        }
    }

    @Test("the answer has what Twilio's own libraries read, and a text of 1600 characters is taken")
    func answer() async throws {
        try await ProtocolHarness.withProtocols { harness, url in
            let text = String(repeating: "a", count: 1_600)
            let answer = try await Self.post("To=%2B4915112345678&MessagingServiceSid=MG1&Body=\(text)", to: url)
            #expect(answer.status == 201 && answer.body["status"]?.string == "accepted")
            #expect(answer.body["from"]?.isNull == true && answer.body["num_segments"]?.string == "0")
            #expect(answer.body["date_created"]?.string == "Thu, 01 Jan 2026 00:00:00 +0000")
            let plain = try await Self.post("To=%2B4915112345678&From=a&Body=\(text)&Attempt=2", to: url)
            #expect(plain.body["num_segments"]?.string == "11" && plain.body["status"]?.string == "queued")
            #expect(harness.inbox.messages().map(\.draft.mayBeDuplicate) == [true, false])
            let stranger = try await Self.post("To=%2B4915112345678&From=a&Body=a", to: url, account: "AC1")
            #expect(stranger.status == 404 && stranger.body["code"]?.integer == 20404)
        }
    }

    private static func post(
        _ form: String, to url: String, account: String = SandboxAccounts.standardTwilioAccount
    ) async throws -> (status: Int, body: JSONValue) {
        var request = HTTPClientRequest(url: "\(url)/2010-04-01/Accounts/\(account)/Messages.json")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
        let credentials = Data("\(SandboxAccounts.standardTwilioAccount):sandbox".utf8).base64EncodedString()
        request.headers.add(name: "authorization", value: "Basic \(credentials)")
        request.body = .bytes(Array(form.utf8))
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(40))
        let body = try await response.body.collect(upTo: 65_536)
        return (Int(response.status.code), try JSONValue(parsing: body.readableBytesView))
    }
}
