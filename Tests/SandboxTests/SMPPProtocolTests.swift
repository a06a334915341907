import GatewayConformance
import Gateways
import NIOCore
import NIOPosix
import SMPP
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@testable import Sandbox

@Suite("The SMPP gateway and the sandbox", .timeLimit(.minutes(10)))
struct SMPPProtocolTests {
    private static let patience = Duration.seconds(40)

    @Test("the SMPP gateway against the sandbox:", arguments: GatewayPromise.allCases)
    func conformance(_ promise: GatewayPromise) async throws {
        try await SMSCHarness.withGateway { try await promise.prove(on: $0) }
    }

    @Test("what the gateway sends is in the inbox, under the id that the gateway heard")
    func wholeWay() async throws {
        try await SMSCHarness.withGateway(change: { $0.sender = "Acme" }) { harness in
            let message = OutgoingMessage.sample(1, text: "Zażółć {code} 561001 €")
            let outcome = await harness.gateway.send(message, deadline: Self.patience)
            let arrived = try harness.sandbox.onlyMessage()
            #expect(outcome == .accepted(id: arrived.gatewayID))
            #expect(arrived.draft.wireProtocol == .smpp && arrived.draft.text == message.text.text)
            #expect(arrived.draft.phone == message.phone.e164 && arrived.draft.sender == "Acme")
            #expect(arrived.draft.encoding == .ucs2 && arrived.draft.segments == 1)
        }
    }

    @Test("a long text is a single message again, cut by the gateway or not", arguments: SMPPLongTexts.allCases)
    func longTexts(_ way: SMPPLongTexts) async throws {
        try await SMSCHarness.withGateway(change: { $0.longTexts = way }) { harness in
            let texts = [
                String(repeating: "[Your] code is 561001 €. ", count: 20), String(repeating: "код 561001. ", count: 20),
            ]
            for (number, text) in texts.enumerated() {
                _ = await harness.gateway.send(.sample(number, text: text), deadline: Self.patience)
                let draft = try #require(harness.sandbox.inbox.messages().first).draft
                #expect(draft.text == text && draft.segments == OutgoingMessage.sample(1, text: text).text.segments)
            }
            #expect(harness.sandbox.inbox.total == 2)
        }
    }

    @Test("each behaviour of the sandbox is the same outcome through SMPP's statuses")
    func outcomes() async throws {
        try await SMSCHarness.withGateway { harness in
            let send = { await harness.gateway.send(.sample(), deadline: Self.patience) }
            harness.behave(.refusesForNow)
            #expect(await send() == .refused(reason: "smpp-8", .forNow))
            harness.behave(.refusesForGood)
            #expect(await send() == .refused(reason: "smpp-b", .byEveryGateway))
            harness.behave(.isBusy)
            #expect(await send() == .throttled(after: nil))
            #expect(harness.sandbox.inbox.total == 0)
        }
    }

    @Test("a receipt is delivered in its text and its parameters, and again until it is taken")
    func receipts() async throws {
        let heard = Mutex<[SMSCReceipt?]>([])
        let handler: SMPPLink.Handler = { message in
            heard.withLock { heard in
                heard.append(SMSCReceipt(message))
                return heard.count > 1
            }
        }
        try await SMSCHarness.withLink(handler: handler) { harness, link, _ in
            var behaviour = SandboxBehaviour()
            behaviour.receipts.undelivered = 1
            harness.provider.behaviour = behaviour
            var message = SubmitMessage(
                source: .shortCode("70123"), destination: .international("4915112345678"), dataCoding: 0,
                shortMessage: Array("561001".utf8))
            message.registeredDelivery = 1
            let end = await link.submit(message, deadline: .now + Self.patience)
            try await harness.receipt(.undelivered)
            let id = try harness.onlyMessage().gatewayID
            #expect(end == .accepted(messageID: id))
            let receipts = heard.withLock { $0 }
            #expect(receipts.count == 2 && receipts[0] == receipts[1])
            let receipt = try #require(receipts[0])
            #expect(receipt.messageID == id && receipt.state == .undeliverable && receipt.networkError == "012")
            #expect(receipt.doneDate == "2601010000")
        }
    }

    @Test("receipts come as they are asked for: none, all, on failure, with the notification on the way")
    func registeredDelivery() {
        var message = SubmitMessage(source: .none, destination: .none, dataCoding: 0, shortMessage: [])
        let wanted =
            [0: [], 1: [.delivered, .undelivered], 2: [.undelivered], 0x11: [.sent, .delivered, .undelivered]]
            as [UInt8: [VerificationCore.DeliveryStatus]]
        for (value, statuses) in wanted {
            message.registeredDelivery = value
            let heard = [.sent, .delivered, .undelivered].filter { message.wantsReceipt(of: $0) }
            #expect(heard == statuses)
        }
    }

    @Test("a wrong password and a wrong name are refused, and the sandbox does not take messages for them")
    func wrongCredentials() async throws {
        for (account, secret) in [("sandbox", "wrong"), ("somebody", "sandbox")] {
            try await SMSCHarness.with { harness, _, port in
                let settings = SMPPGatewaySettings(
                    url: "smpp://127.0.0.1:\(port)", account: account, secret: Secret(secret))
                try await SMPPGateway(name: "smpp", settings: settings, now: { Timestamp(seconds: 1_767_323_045) }).use
                { gateway in
                    guard case .isAway(let reason) = await gateway.probe(within: .seconds(2)) else {
                        Issue.record("bound all the same")
                        return
                    }
                    #expect(reason.contains(account == "sandbox" ? "RINVPASWD" : "RINVSYSID"))
                }
                #expect(harness.inbox.total == 0)
            }
        }
    }

    @Test("what is no SMPP ends the connection, as a web browser's call does")
    func garbage() async throws {
        try await SMSCHarness.with { harness, _, port in
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port).get()
            try await channel.writeAndFlush(ByteBuffer(string: "POST /webhook HTTP/1.1\r\n\r\n"))
            try await channel.closeFuture.get()
            #expect(harness.inbox.total == 0)
        }
    }

    @Test("the end says goodbye: answers first, then the unbind")
    func farewell() async throws {
        try await SMSCHarness.withLink { _, link, smsc in
            let end = await link.submit(
                SubmitMessage(
                    source: .none, destination: .international("4915112345678"), dataCoding: 0, shortMessage: [0x41]),
                deadline: .now + Self.patience)
            guard case .accepted = end else {
                Issue.record("not accepted but \(end)")
                return
            }
            await smsc.shutDown()
            for await state in link.states() {
                guard case .connecting(let failure?) = state else { continue }
                #expect(failure.code == .unboundByPeer)
                return
            }
        }
    }
}
