import GatewayConformance
import Gateways
import SMPP
import StrictJSON
import Testing
import VerificationCore

/// What operators prescribe, at the SMSC of smpp.twisted3; the script reads the optional parameters from the octets.
@Suite("The habits of an SMSC that others wrote", .timeLimit(.minutes(10)))
struct SMSCHabitTests {
    @Test("in Latin-1 every text arrives letter by letter, and what Latin-1 lacks goes in UCS-2", arguments: [0, 3])
    func latin1(coding: Int) async throws {
        try await SMSCPeer.with(change: { ($0.alphabet, $0.dataCoding) = (.latin1, coding) }) { smsc in
            try await smsc.adopt(["codec": "latin-1"])
            let names = [0: "SMSC_DEFAULT_ALPHABET", 3: "LATIN_1"]
            for text in ["561001\n@example.com #561001", "Ça va: [561001] {ê}", "{561001} €", "код 561001"] {
                let submit = try #require(try await smsc.submits(of: .sample(1, text: text)).first)
                let isLatin = text.unicodeScalars.allSatisfy { $0.value <= 0xFF }
                #expect(
                    submit["text"]?.string == text && submit["coding"]?.string == (isLatin ? names[coding] : "UCS2"))
            }
        }
    }

    @Test("in ASCII the @ of a line for the browser arrives as @")
    func ascii() async throws {
        try await SMSCPeer.with(change: { $0.alphabet = .ascii }) { smsc in
            try await smsc.adopt(["codec": "ascii"])
            for text in ["561001\n@example.com #561001", "`561001` [~]", "Grüße 561001"] {
                let submit = try #require(try await smsc.submits(of: .sample(1, text: text)).first)
                #expect(submit["text"]?.string == text)
            }
        }
    }

    @Test("an SMSC that refuses one form of validity takes the others")
    func validity() async throws {
        let forms: [(SMPPValidity, String?, Int64?)] = [
            (.relative, "relative", 10), (.absolute, "absolute", 194), (.none, nil, nil),
        ]
        for (validity, form, minutes) in forms {
            try await SMSCPeer.with(change: { $0.validity = validity }) { smsc in
                let submit = try #require(try await smsc.submits(of: .sample(1)).first)
                #expect(submit["validity"]?.string == form && submit["minutes"]?.integer == minutes)
                for refused in ["relative", "absolute"] {
                    try await smsc.adopt(["refuses": .string(refused)])
                    let outcome = await smsc.gateway.send(.sample(2), deadline: .seconds(60))
                    guard refused != form else {
                        #expect(outcome == .refused(reason: "smpp-62", .byThisGateway))
                        continue
                    }
                    guard case .accepted = outcome else {
                        Issue.record("\(validity) is refused: \(outcome)")
                        continue
                    }
                }
            }
        }
    }

    @Test("prescribed kinds of number and parameters are read as they were set")
    func kindsAndParameters() async throws {
        try await SMSCPeer.with(change: {
            $0.sourceKind = SMPPNumberKind(ton: 6, npi: 9)
            $0.destinationKind = SMPPNumberKind(ton: 0, npi: 8)
            $0.tlvs = ["0x1403": "hex:0aff"]
            $0.india = IndianRegistration(entityID: "1101", templates: ["*": "1107"])
            $0.sender = Senders("Demo", byRegion: ["IN": "VERIFY"])
        }) { smsc in
            let india = OutgoingMessage.sample(1, phone: "+919876543210", region: "IN")
            let submit = try #require(try await smsc.submits(of: india).first)
            #expect(submit["from_ton"]?.string == "ABBREVIATED" && submit["from_npi"]?.string == "PRIVATE")
            #expect(submit["to_ton"]?.string == "UNKNOWN" && submit["to_npi"]?.string == "NATIONAL")
            #expect(submit["from"]?.string == "VERIFY" && submit["to"]?.string == "919876543210")
            #expect(submit["tlvs"] == ["1400": "31313031", "1401": "31313037", "1403": "0aff"])
            let other = try #require(try await smsc.submits(of: .sample(2)).first)
            #expect(other["from"]?.string == "Demo" && other["tlvs"] == ["1403": "0aff"])
        }
    }

    @Test("separate binds: messages over the transmitter, receipts over the receiver, ids in another base")
    func separate() async throws {
        let (told, telling) = AsyncStream.makeStream(of: DeliveryReceipt.self)
        let keep: SMPPGateway.ReceiptCallback = {
            telling.yield($0)
            return true
        }
        try await SMSCPeer.with(
            receipts: keep,
            change: {
                $0.bind = .separate
                $0.receiptIDs = .hexToDecimal
            }
        ) { smsc in
            let binds = [try await smsc.peer.hear("bound"), try await smsc.peer.hear("bound")].map {
                $0["type"]?.string
            }
            #expect(Set(binds) == ["bind_transmitter", "bind_receiver"])
            try await smsc.adopt(["is_hexadecimal": true])
            let outcome = await smsc.gateway.send(.sample(1), deadline: .seconds(60))
            #expect(outcome == .accepted(id: "703489"), "ABC01 in base 16")
            #expect(try await smsc.submits(1)[0]["bind"]?.string == "bind_transmitter")
            let text = "id:0000703489 sub:001 dlvrd:001 stat:DELIVRD err:000"
            try smsc.peer.say(["deliver": ["id": "703489", "state": "DELIVERED", "text": .string(text)]])
            #expect(try await smsc.peer.hear("answered")["status"]?.string?.contains("ESME_ROK") == true)
        }
        telling.finish()
        for await receipt in told { #expect(receipt == .init(gatewayID: "703489", status: .delivered)) }
    }

    @Test(
        "the SMSC is asked for the receipts of the parts that count",
        arguments: [
            (SMPPReceiptOf.first, [true, false, false], "id-1"), (.last, [false, false, true], "id-3"),
            (.any, [true, true, true], "id-1\nid-2\nid-3"),
        ] as [(SMPPReceiptOf, [Bool], String)])
    func receiptOf(of: SMPPReceiptOf, asked: [Bool], id: String) async throws {
        try await SMSCPeer.with(receipts: { _ in true }, change: { $0.receiptOf = of }) { smsc in
            let long = OutgoingMessage.sample(1, text: String(repeating: "Your code is 561001. ", count: 20))
            #expect(await smsc.gateway.send(long, deadline: .seconds(60)) == .accepted(id: id))
            let names = try await smsc.submits(3).map { $0["receipt"]?.string }
            #expect(names.map { $0 == "SMSC_DELIVERY_RECEIPT_REQUESTED" } == asked)
        }
    }

    @Test("a transmitter alone sends, and asks for no receipt")
    func transmitter() async throws {
        try await SMSCPeer.with(receipts: { _ in true }, change: { $0.bind = .transmitter }) { smsc in
            let submit = try #require(try await smsc.submits(of: .sample(1)).first)
            #expect(submit["bind"]?.string == "bind_transmitter")
            #expect(submit["receipt"]?.string == "NO_SMSC_DELIVERY_RECEIPT_REQUESTED")
        }
    }
}
