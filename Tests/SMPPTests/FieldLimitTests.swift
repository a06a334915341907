import NIOCore
import Testing

@testable import SMPP

/// Every limit at its edge: the longest that fits, and the shortest that does not.
@Suite("The limits of fields")
struct FieldLimitTests {
    private func submit(_ change: (inout SubmitMessage) -> Void) throws -> PDU? {
        var message = PDUSamples.message
        change(&message)
        return try PDU.read(PDU(sequence: 1, .submit(message)).octets())
    }

    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test("an address has at most 20 octets, a service type 5, a message 254")
    func submitFields() throws {
        #expect(try submit { $0.destination.text = text(20) } != nil)
        #expect(throws: SMPPError(.fieldTooLong, context: "destination_addr")) {
            try submit { $0.destination.text = text(21) }
        }
        #expect(try submit { $0.serviceType = text(5) } != nil)
        #expect(throws: SMPPError(.fieldTooLong, context: "service_type")) { try submit { $0.serviceType = text(6) } }
        #expect(try submit { $0.shortMessage = Array(repeating: 1, count: 254) } != nil)
        #expect(throws: SMPPError(.fieldTooLong, context: "short_message")) {
            try submit { $0.shortMessage = Array(repeating: 1, count: 255) }
        }
    }

    @Test("a time has 16 characters or none", arguments: [1, 15, 17])
    func times(count: Int) throws {
        #expect(try submit { $0.validityPeriod = text(16) } != nil)
        #expect(throws: SMPPError(.fieldUnusable, context: "validity_period")) {
            try submit { $0.validityPeriod = text(count) }
        }
    }

    @Test("a text with a NUL or a letter beyond Latin-1 cannot be written", arguments: ["a\0b", "Ж", "😀"])
    func letters(text: String) throws {
        #expect(throws: SMPPError(.fieldUnusable, context: "source_addr")) { try submit { $0.source.text = text } }
        #expect(try submit { $0.source.text = "Café" }?.body == submit { $0.source.text = "Caf\u{E9}" }?.body)
    }

    @Test("credentials have at most 15, 8 and 12 octets")
    func bindFields() throws {
        let longest = BindRequest(systemID: text(15), password: text(64), systemType: text(12))
        #expect(try PDU.read(PDU(sequence: 1, .bind(longest)).octets())?.body == .bind(longest))
        for (request, field) in [
            (BindRequest(systemID: text(16), password: ""), "system_id"),
            (BindRequest(systemID: "", password: text(65)), "password"),
            (BindRequest(systemID: "", password: "", systemType: text(13)), "system_type"),
        ] {
            #expect(throws: SMPPError(.fieldTooLong, context: field)) { try PDU(sequence: 1, .bind(request)).octets() }
        }
    }

    @Test("a message id of 64 octets and its NUL is read, a longer id is not, nor one without its NUL")
    func messageIDs() throws {
        let id = text(64)
        let octets = try PDU(sequence: 1, .submitResponse(messageID: id)).octets()
        #expect(try PDU.read(octets)?.body == .submitResponse(messageID: id))
        var longer = octets
        longer.insert(UInt8(ascii: "x"), at: 16)
        longer[3] += 1
        #expect(throws: SMPPError(.fieldTooLong, context: "message_id")) { try PDU.read(longer) }
        var endless = Array(octets.dropLast())
        endless[3] -= 1
        #expect(throws: SMPPError(.truncated, context: "message_id")) { try PDU.read(endless) }
    }

    @Test("a PDU has 16 to 65,536 octets", arguments: [0, 15, 16, 65_536, 65_537, .max] as [UInt32])
    func lengths(length: UInt32) throws {
        var buffer = ByteBuffer(integer: length)
        if (16...65_536).contains(length) {
            #expect(try PDUFrame(takingFrom: &buffer) == nil)
            #expect(buffer.readableBytes == 4)
        } else {
            #expect(throws: SMPPError(.lengthOutOfRange, context: "command_length")) {
                try PDUFrame(takingFrom: &buffer)
            }
        }
    }

    @Test("a PDU of exactly 65,536 octets is written and read, a longer one is not written")
    func longestPDU() throws {
        let room = PDUFrame.longest - PDUSamples.submit.octets.count - 4
        let longest = try submit {
            $0.parameters = [Parameter(.messagePayload, value: Array(repeating: 7, count: room))]
        }
        #expect(longest != nil)
        #expect(throws: SMPPError(.lengthOutOfRange, context: "command_length")) {
            try submit { $0.parameters = [Parameter(.messagePayload, value: Array(repeating: 7, count: room + 1))] }
        }
    }

    @Test("a PDU that cannot be written leaves the buffer as it was")
    func nothingIsLeftBehind() {
        var message = PDUSamples.message
        message.parameters = [Parameter(.messagePayload, value: Array(repeating: 0, count: 65_535))]
        var buffer = ByteBuffer(string: "before")
        #expect(throws: SMPPError.self) { try PDU(sequence: 1, .submit(message)).write(to: &buffer) }
        #expect(buffer == ByteBuffer(string: "before"))
    }
}
