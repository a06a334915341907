import GatewayConformance
import Gateways
import StrictJSON
import Testing
import VerificationCore

/// What the adapter sends goes through Debian's Kannel and reaches the SMSC of Kannel's own tests.
@Suite("Kannel, as Debian has it", .timeLimit(.minutes(10)))
struct KannelPeerTests {
    @Test("every text reaches the SMSC letter by letter, and its receipts name its message")
    func texts() async throws {
        try await KannelPeer.with { kannel in
            for (number, text) in PeerText.all.enumerated() {
                let message = OutgoingMessage.sample(number, text: text)
                let outcome = await kannel.send(message)
                #expect(outcome == .accepted(id: message.id.description))
                let arrived = try await kannel.arrival(of: message.text)
                #expect(
                    arrived == KannelPeer.Arrival(text: text, to: message.phone.e164, segments: message.text.segments))
                // Kannel asks for a receipt of the first segment only.
                await kannel.receiptsArrive(atLeast: 2 * (number + 1))
                let told = try kannel.receipts().suffix(2)
                #expect(Set(told.map(\.gatewayID)) == [message.id.description])
                #expect(Set(told.map(\.status)) == [.sent, .delivered])
            }
        }
    }

    @Test("a receipt counts with the token of the settings, and with no other")
    func token() async throws {
        try await KannelPeer.with { kannel in
            _ = await kannel.send(.sample())
            await kannel.receiptsArrive(atLeast: 2)
            let believed = try kannel.receipts()
            #expect(believed.count == 2)
            #expect(throws: ReceiptError.forged) {
                _ = try kannel.receipts(token: "another-token-of-16-letters")
            }
        }
    }

    @Test("a wrong password is this gateway's fault, and nothing reaches the SMSC")
    func password() async throws {
        try await KannelPeer.with { kannel in
            let outcome = try await kannel.send(.sample(1), password: "wrong")
            #expect(outcome == .refused(reason: "authorization-failed", .byThisGateway))
            _ = await kannel.send(.sample(2))
            let next = try await kannel.arrival(of: OutgoingMessage.sample(2).text)
            #expect(next.to == OutgoingMessage.sample(2).phone.e164)
        }
    }

    @Test("India's ids reach an SMSC behind bearerbox as optional parameters, and other countries' messages have none")
    func india() async throws {
        let india = IndianRegistration(entityID: "1101234567890123456", templates: ["*": "1107123456789012345"])
        try await PythonPeer.with("smsc.py") { smsc in
            try await KannelPeer.with(smsc: SMSCPeer.port(of: smsc), india: india) { kannel in
                _ = try await smsc.hear("bound")
                let ids = [
                    "1400": "31313031323334353637383930313233343536",
                    "1401": "31313037313233343536373839303132333435",
                ]
                let messages: [(OutgoingMessage, [String: String])] = [
                    (.sample(1, phone: "+919812345678", region: "IN"), ids), (.sample(2), [:]),
                ]
                for (message, tlvs) in messages {
                    #expect(await kannel.send(message) == .accepted(id: message.id.description))
                    let submit = try await smsc.hear("submit")
                    #expect(submit["to"]?.string.map { "+" + $0 } == message.phone.e164)
                    let found = submit["tlvs"]?.object?.members ?? []
                    #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.key, $0.value.string ?? "") }) == tlvs)
                }
            }
        }
    }

    @Test("when bearerbox dies, no message that reached the SMSC is called not sent, and no later message is accepted")
    func death() async throws {
        try await KannelPeer.with { kannel in
            async let outcomes = kannel.sendMany(1...200)
            _ = try await kannel.peer.hear("sms")
            let arrived = try await kannel.killBearerbox()
            for (number, outcome) in await outcomes where arrived.contains(OutgoingMessage.sample(number).phone.e164) {
                #expect(outcome.mayHaveLeft, "\(number): \(outcome)")
            }
            let later = await kannel.send(.sample(201), deadline: .seconds(5))
            guard case .accepted = later else { return }
            Issue.record("accepted without bearerbox")
        }
    }
}

extension SendOutcome {
    fileprivate var mayHaveLeft: Bool {
        switch self {
        case .accepted, .unknown: true
        case .refused, .throttled: false
        }
    }
}
