import NIOCore
import Testing

@testable import SMPP

@Suite("PDUs and their octets")
struct PDUTests {
    @Test("the reference's bind_transceiver and submit_sm are written and read octet by octet")
    func workedExamples() throws {
        for (octets, pdu) in [PDUSamples.bind, PDUSamples.submit] {
            #expect(try pdu.octets() == octets)
            #expect(try PDU.read(octets) == pdu)
        }
    }

    @Test("every PDU that can be written is read back as it was", arguments: 1...20 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = RandomPDUs(seed: seed)
        for _ in 0..<200 {
            let pdu = random.pdu()
            #expect(try PDU.read(pdu.octets()) == pdu, "seed \(seed)")
        }
    }

    @Test(
        "headers of 16 octets are whole PDUs",
        arguments: [
            ("00000010 00000006 00000000 00000007", PDU(sequence: 7, .unbind)),
            ("00000010 80000006 00000000 00000007", PDU(sequence: 7, .unbindResponse)),
            ("00000010 00000015 00000000 7FFFFFFF", PDU(sequence: 0x7FFF_FFFF, .enquireLink)),
            ("00000010 80000015 00000000 00000001", PDU(sequence: 1, .enquireLinkResponse)),
            ("00000010 80000000 00000003 00000000", PDU(sequence: 0, status: .invalidCommandID, .genericNack)),
            (
                "00000010 80000004 00000058 00000009",
                PDU(sequence: 9, status: .throttled, .submitResponse(messageID: nil))
            ),
            (
                "00000010 80000009 0000000E 00000001",
                PDU(sequence: 1, status: .invalidPassword, .bindResponse(.transceiver, nil))
            ),
            ("00000011 80000005 00000000 00000003 00", PDU(sequence: 3, .deliverResponse)),
            ("00000010 00000102 00000000 00000003", PDU(sequence: 3, .other(command: 0x102, octets: []))),
        ])
    func headers(hex: String, pdu: PDU) throws {
        #expect(try PDU.read(PDUSamples.octets(hex)) == pdu)
        #expect(try pdu.octets() == PDUSamples.octets(hex))
    }

    @Test("an acceptance without a body is refused, a refusal with a body is read")
    func bodiesOfAnswers() throws {
        let bare = PDUSamples.octets("00000010 80000004 00000000 00000009")
        #expect(throws: SMPPError(.truncated, context: "message_id")) { try PDU.read(bare) }
        let full = PDUSamples.octets("00000012 80000004 00000008 00000009 4100")
        #expect(
            try PDU.read(full) == PDU(sequence: 9, status: .systemError, .submitResponse(messageID: "A")))
        #expect(throws: SMPPError(.truncated, context: "body")) {
            try PDU(sequence: 9, .submitResponse(messageID: nil)).octets()
        }
    }

    @Test("octets after an answer's fields are passed over, and an answer to a delivery may lack its message_id")
    func liberalAnswers() throws {
        let withParameter = PDUSamples.octets("00000017 80000004 00000000 00000009 4100 001D 0001 41")
        #expect(try PDU.read(withParameter) == PDU(sequence: 9, .submitResponse(messageID: "A")))
        let bare = PDUSamples.octets("00000010 80000005 00000000 00000009")
        #expect(try PDU.read(bare) == PDU(sequence: 9, .deliverResponse))
    }

    @Test("unknown parameters are kept in any order, and known ones are found by their tag")
    func parameters() throws {
        let deliver = PDUSamples.receipt(
            "",
            parameters: [
                Parameter(Parameter.Tag(rawValue: 0x1400), value: [1, 2, 3]), Parameter(.messageState, value: [2]),
                Parameter(.receiptedMessageID, value: Array("abc\0".utf8)),
                Parameter(.messagePayload, value: Array("hi".utf8)),
            ])
        let read = try PDU.read(PDU(sequence: 1, .deliver(deliver)).octets())
        #expect(read?.body == .deliver(deliver))
        #expect(deliver.parameters.value(of: .messageState) == [2])
        #expect(deliver.octets == Array("hi".utf8))
    }

    @Test("parameters that do not end with the PDU are refused", arguments: 1...8)
    func brokenParameters(cut: Int) throws {
        var message = PDUSamples.message
        message.parameters = [Parameter(.messagePayload, value: [1, 2, 3, 4, 5])]
        var octets = Array(try PDU(sequence: 1, .submit(message)).octets().dropLast(cut))
        octets[3] = UInt8(octets.count)
        #expect(throws: SMPPError(.parametersUnreadable, context: "optional parameters")) { try PDU.read(octets) }
    }

    @Test("a sequence number of 0 is refused both ways, except in a generic_nack")
    func sequenceZero() throws {
        let refusal = SMPPError(.sequenceZero, context: "sequence_number")
        #expect(throws: refusal) { try PDU(sequence: 0, .enquireLink).octets() }
        #expect(throws: refusal) { try PDU.read(PDUSamples.octets("00000010 00000015 00000000 00000000")) }
    }

    @Test("errors and messages print neither text nor number nor password")
    func silence() {
        let said = [
            "\(PDUSamples.submit.pdu)", "\(PDUSamples.bind.pdu)",
            "\(PDU(sequence: 1, .deliver(PDUSamples.receipt("123456"))))",
            String(reflecting: PDUSamples.submit.pdu), String(reflecting: PDUSamples.bind.pdu),
        ]
        for text in said {
            for secret in ["s3cret", "verify", "123456", "4915112340000", "49, 53"] { #expect(!text.contains(secret)) }
        }
    }
}
