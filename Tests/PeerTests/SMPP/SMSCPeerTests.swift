import GatewayConformance
import Gateways
import SMPP
import StrictJSON
import Synchronization
import Testing
import VerificationCore

/// What the adapter submits is decoded by smpp.twisted3 and smpp.pdu3, and the GSM alphabet by the codec gsm0338.
@Suite("An SMSC that others wrote", .timeLimit(.minutes(10)))
struct SMSCPeerTests {
    @Test("every text is decoded letter by letter, in segments that belong together")
    func segments() async throws {
        try await SMSCPeer.with { smsc in
            for (number, text) in PeerText.all.enumerated() {
                let message = OutgoingMessage.sample(number, text: text)
                let outcome = await smsc.gateway.send(message, deadline: .seconds(60))
                guard case .accepted(.some) = outcome else {
                    Issue.record("not accepted but \(outcome): \(text)")
                    continue
                }
                let submits = try await smsc.submits(message.text.segments)
                #expect(submits.compactMap { $0["text"]?.string }.joined() == text)
                #expect(submits.map { $0["segment"]?.integer } == (1...submits.count).map { Int64($0) })
                #expect(Set(submits.map { $0["segments"]?.integer }) == [Int64(message.text.segments)])
                #expect(Set(submits.map { $0["reference"] }).count == 1)
                for submit in submits { expect(submit, carries: message) }
            }
        }
    }

    @Test("a long text may go as one message, whose payload is decoded letter by letter")
    func payload() async throws {
        try await SMSCPeer.with(change: { $0.longTexts = .payload }) { smsc in
            for (number, text) in PeerText.long.enumerated() {
                let message = OutgoingMessage.sample(number, text: text)
                guard case .accepted = await smsc.gateway.send(message, deadline: .seconds(60)) else {
                    Issue.record("not accepted: \(text)")
                    continue
                }
                let submit = try await smsc.submits(1)[0]
                #expect(submit["text"]?.string == text && submit["in_payload"]?.bool == true)
                expect(submit, carries: message)
            }
        }
    }

    private func expect(_ submit: JSONValue, carries message: OutgoingMessage) {
        #expect(submit["to"]?.string == String(message.phone.e164.dropFirst()))
        #expect(submit["to_ton"]?.string == "INTERNATIONAL")
        #expect(submit["from"]?.string == "Demo" && submit["from_ton"]?.string == "ALPHANUMERIC")
        let coding = message.text.encoding == .ucs2 ? "UCS2" : "SMSC_DEFAULT_ALPHABET"
        #expect(submit["coding"]?.string == coding)
        #expect(submit["minutes"]?.integer == 10)
    }

    @Test(
        "what the SMSC answers decides who may try again",
        arguments: [
            ("ESME_RTHROTTLED", .throttled(after: nil)),
            ("ESME_RMSGQFUL", .refused(reason: "smpp-14", .forNow)),
            ("ESME_RINVDSTADR", .refused(reason: "smpp-b", .byEveryGateway)),
            ("ESME_RINVSRCADR", .refused(reason: "smpp-a", .byThisGateway)),
        ] as [(String, SendOutcome)])
    func statuses(status: String, outcome: SendOutcome) async throws {
        try await SMSCPeer.with { smsc in
            try await smsc.answer(status)
            #expect(await smsc.gateway.send(.sample(1), deadline: .seconds(60)) == outcome)
            try await smsc.answer("ESME_ROK")
            guard case .accepted = await smsc.gateway.send(.sample(2), deadline: .seconds(60)) else {
                Issue.record("a fault that has passed still counts")
                return
            }
        }
    }

    @Test("a wrong password is told, and nothing is sent")
    func password() async throws {
        try await PythonPeer.with("smsc.py") { peer in
            let settings = SMPPGatewaySettings(
                url: "smpp://127.0.0.1:\(try await SMSCPeer.port(of: peer))", account: "verify",
                secret: Secret("wrong"))
            try await SMPPGateway(name: "smpp", settings: settings, now: { Timestamp(seconds: 1_767_323_045) }).use {
                gateway in
                guard case .isAway = await gateway.probe(within: .seconds(5)) else {
                    Issue.record("bound with a wrong password")
                    return
                }
                let outcome = await gateway.send(.sample(), deadline: .seconds(5))
                #expect(outcome == .refused(reason: "not-bound", .forNow))
            }
        }
    }

    @Test("a receipt of the SMSC's is read, and answered when it is kept safe")
    func receipt() async throws {
        try await PythonPeer.with("smsc.py") { peer in
            let configuration = LinkConfiguration(
                host: "127.0.0.1", port: try await SMSCPeer.port(of: peer),
                bind: BindRequest(systemID: "verify", password: "s3cret"))
            let (told, telling) = AsyncStream.makeStream(of: DeliverMessage.self)
            let isKept = Mutex(false)
            let link = try SMPPLink(configuration) { message in
                telling.yield(message)
                return isKept.withLock { $0 }
            }
            async let running: Void = link.run()
            _ = try await peer.hear("bound")
            let text = "id:id-7 sub:001 dlvrd:001 submit date:2601020304 done date:2601020305 stat:UNDELIV err:045"
            let deliver: JSONValue = ["deliver": ["id": "id-7", "state": "UNDELIVERABLE", "text": .string(text)]]
            for (keeps, status) in [(false, "ESME_RX_T_APPN"), (true, "ESME_ROK")] {
                isKept.withLock { $0 = keeps }
                try peer.say(deliver)
                for await message in told {
                    let receipt = SMSCReceipt(message)
                    #expect(receipt?.messageID == "id-7" && receipt?.state == .undeliverable)
                    #expect(receipt?.networkError == "045")
                    break
                }
                let answer = try await peer.hear("answered")["status"]?.string
                #expect(answer?.contains(status) == true, "\(answer ?? "")")
            }
            await link.shutDown(within: .seconds(5))
            await running
        }
    }

    @Test("an unbind of the SMSC's is answered, and the gateway binds anew")
    func unbind() async throws {
        try await SMSCPeer.with { smsc in
            _ = try await smsc.peer.hear("bound")
            try smsc.peer.say(["unbind": true])
            _ = try await smsc.peer.hear("gone")
            _ = try await smsc.peer.hear("bound")
            #expect(await smsc.gateway.probe(within: .seconds(60)) == .answers("bound to verify"))
            guard case .accepted = await smsc.gateway.send(.sample(), deadline: .seconds(60)) else {
                Issue.record("not accepted after the second bind")
                return
            }
        }
    }

    @Test("the gateway's own unbind ends the bind at the SMSC")
    func ownUnbind() async throws {
        try await SMSCPeer.with { smsc in
            _ = try await smsc.peer.hear("bound")
            await smsc.gateway.shutdown()
            _ = try await smsc.peer.hear("gone")
        }
    }

    @Test("when the SMSC dies, no message that reached it is called not sent, and no later message is accepted")
    func death() async throws {
        try await SMSCPeer.with { smsc in
            async let outcomes = send(1...200, to: smsc.gateway)
            var submits = try await smsc.submits(1)
            await smsc.peer.kill()
            while let submit = try? await smsc.peer.hear("submit") { submits.append(submit) }
            let arrived = Set(submits.compactMap { $0["to"]?.string })
            for (number, outcome) in await outcomes {
                let phone = OutgoingMessage.sample(number).phone.e164.dropFirst()
                if case .refused = outcome, arrived.contains(String(phone)) {
                    Issue.record("\(number) reached the SMSC: \(outcome)")
                }
            }
            guard case .refused(_, .forNow) = await smsc.gateway.send(.sample(201), deadline: .seconds(5)) else {
                Issue.record("sent without an SMSC")
                return
            }
        }
    }

    private func send(_ numbers: ClosedRange<Int>, to gateway: SMPPGateway) async -> [Int: SendOutcome] {
        await withTaskGroup(of: (Int, SendOutcome).self, returning: [Int: SendOutcome].self) { group in
            for number in numbers {
                group.addTask { (number, await gateway.send(.sample(number), deadline: .seconds(20))) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}
