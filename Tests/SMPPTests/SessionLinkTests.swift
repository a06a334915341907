import Testing

@testable import SMPP

@Suite("A session's bind, life and end")
struct SessionLinkTests {
    private let accepted = PDU(sequence: 1, .bindResponse(.transceiver, BindResponse(systemID: "smsc")))

    @Test("a connection is bound first, and nothing is submitted before")
    func bind() throws {
        var script = SessionScript()
        script.submit(1)
        script.connect()
        script.submit(2)
        #expect(try script.sent() == [PDUSamples.bind.pdu])
        try script.receive(accepted)
        #expect(
            script.told() == [
                .ended(ticket: 1, .notSent(.notBound)), .ended(ticket: 2, .notSent(.notBound)),
                .bound(systemID: "smsc"),
            ])
    }

    @Test(
        "a refused bind ends with its status, with and without a body",
        arguments: [CommandStatus.invalidPassword, .alreadyBound, .throttled])
    func refusedBind(status: CommandStatus) throws {
        for response in [nil, BindResponse(systemID: "smsc")] {
            var script = SessionScript()
            script.connect()
            try script.receive(PDU(sequence: 1, status: status, .bindResponse(.transceiver, response)))
            #expect(script.told() == [.close(SMPPError(.bindRefused(status), context: "bind"))])
        }
    }

    @Test("a generic_nack refuses the bind: SMPP 3.3 knows no transceiver")
    func nackedBind() throws {
        var script = SessionScript()
        script.connect()
        try script.receive(PDU(sequence: 1, status: .invalidCommandID, .genericNack))
        #expect(script.told() == [.close(SMPPError(.bindRefused(.invalidCommandID), context: "bind"))])
    }

    @Test("an accepted bind counts also where its body cannot be read, and another's answer does not")
    func oddBindAnswers() throws {
        var script = SessionScript()
        script.connect()
        try script.receive(PDU(sequence: 9, .bindResponse(.transceiver, BindResponse(systemID: "other"))))
        #expect(script.told() == [])
        try script.receive(octets: PDUSamples.octets("00000010 80000009 00000000 00000001"))
        #expect(script.told() == [.bound(systemID: "")])
    }

    @Test("a bind without an answer ends in time")
    func silentBind() {
        var script = SessionScript()
        script.connect()
        script.wait(.milliseconds(14_999))
        #expect(script.told() == [])
        script.wait(.milliseconds(1))
        #expect(script.told() == [.close(SMPPError(.bindTimedOut, context: "bind"))])
    }

    @Test("silence is asked about, and silence after the question ends the session")
    func silence() throws {
        var script = try SessionScript.bound()
        script.submit(1)
        _ = try script.sent()
        #expect(script.dueIn == .seconds(30))
        script.wait(.seconds(30))
        #expect(try script.sent() == [PDU(sequence: 3, .enquireLink)])
        #expect(script.told() == [.ended(ticket: 1, .unknown(.timeout))])
        script.wait(.milliseconds(9_999))
        #expect(script.told() == [])
        script.wait(.milliseconds(1))
        #expect(script.told() == [.close(SMPPError(.silent, context: "enquire_link"))])
        #expect(script.dueIn == nil)
    }

    @Test("an answered question and any other PDU keep the session going")
    func liveliness() throws {
        var script = try SessionScript.bound()
        script.wait(.seconds(29))
        try script.receive(PDU(sequence: 1, .enquireLink))
        #expect(try script.sent() == [PDU(sequence: 1, .enquireLinkResponse)])
        script.wait(.seconds(29))
        #expect(try script.sent() == [])
        script.wait(.seconds(1))
        #expect(try script.sent() == [PDU(sequence: 2, .enquireLink)])
        try script.receive(PDU(sequence: 2, .enquireLinkResponse))
        script.wait(.seconds(30))
        #expect(try script.sent() == [PDU(sequence: 3, .enquireLink)])
        try script.receive(PDU(sequence: 3, status: .invalidCommandID, .genericNack))
        script.wait(.milliseconds(29_999))
        #expect(script.told() == [])
    }

    @Test("an SMSC that speaks and does not answer the question is not alive")
    func halfDead() throws {
        var script = try SessionScript.bound()
        script.wait(.seconds(30))
        try script.receive(PDU(sequence: 7, .enquireLink))
        script.wait(.seconds(10))
        #expect(script.told() == [.close(SMPPError(.silent, context: "enquire_link"))])
    }

    @Test("unknown requests are refused, unknown answers and notices are passed over")
    func unknownCommands() throws {
        var script = try SessionScript.bound()
        for command: UInt32 in [0x103, 0x21, 0x03, 0x0999] {
            try script.receive(PDU(sequence: 5, .other(command: command, octets: [1, 2])))
            #expect(try script.sent() == [PDU(sequence: 5, status: .invalidCommandID, .genericNack)])
        }
        for command: UInt32 in [0x8000_0103, 0x102, 0x0B] {
            try script.receive(PDU(sequence: 5, .other(command: command, octets: [1, 2])))
        }
        #expect(try script.sent() == [])
        #expect(script.told() == [])
    }

    @Test("a delivery is handed over and answered, later and in any order")
    func deliveries() throws {
        var script = try SessionScript.bound()
        let message = PDUSamples.receipt("id:1 stat:DELIVRD")
        try script.receive(PDU(sequence: 70, .deliver(message)))
        try script.receive(PDU(sequence: 71, .deliver(message)))
        #expect(script.told() == [.delivered(message, sequence: 70), .delivered(message, sequence: 71)])
        #expect(try script.sent() == [])
        script.answerDelivery(71, isTaken: true)
        script.answerDelivery(70, isTaken: false)
        #expect(
            try script.sent() == [
                PDU(sequence: 71, .deliverResponse),
                PDU(sequence: 70, status: .temporaryReceiverError, .deliverResponse),
            ])
    }

    @Test("deliveries beyond the bound are put off at once, and the next is taken when an answer has gone out")
    func deliveryBound() throws {
        var limits = SessionLimits()
        limits.unansweredDeliveries = 2
        var script = try SessionScript.bound(limits)
        let message = PDUSamples.receipt("")
        for sequence: UInt32 in 1...3 { try script.receive(PDU(sequence: sequence, .deliver(message))) }
        #expect(script.told().count == 2)
        #expect(try script.sent() == [PDU(sequence: 3, status: .temporaryReceiverError, .deliverResponse)])
        script.answerDelivery(1, isTaken: true)
        try script.receive(PDU(sequence: 3, .deliver(message)))
        #expect(script.told() == [.delivered(message, sequence: 3)])
    }

    @Test("a delivery that cannot be read is answered with what is wrong with it")
    func unreadableDelivery() throws {
        var script = try SessionScript.bound()
        try script.receive(octets: PDUSamples.octets("00000011 00000005 00000000 00000007 41"))
        #expect(try script.sent() == [PDU(sequence: 7, status: .invalidMessageLength, .deliverResponse)])
        var octets = try PDU(sequence: 8, .deliver(PDUSamples.receipt(""))).octets() + [4, 0x1E]
        octets[3] += 2
        try script.receive(octets: octets)
        #expect(try script.sent() == [PDU(sequence: 8, status: .invalidParameterStream, .deliverResponse)])
        try script.receive(octets: PDUSamples.octets("00000010 00000015 00000000 00000000"))
        #expect(try script.sent() == [PDU(sequence: 0, status: .unknownError, .genericNack)])
        #expect(script.told() == [])
    }

    @Test("a stream that cannot be read is refused and ends the session")
    func brokenStream() throws {
        var script = try SessionScript.bound()
        script.fail(SMPPError(.lengthOutOfRange, context: "command_length"))
        #expect(try script.sent() == [PDU(sequence: 0, status: .invalidCommandLength, .genericNack)])
        #expect(script.told() == [.close(SMPPError(.lengthOutOfRange, context: "command_length"))])
    }

    @Test("the SMSC's unbind is answered; open submits are unknown, waiting ones unsent")
    func peerUnbinds() throws {
        var limits = SessionLimits()
        limits.window = 1
        var script = try SessionScript.bound(limits)
        script.submit(1)
        script.submit(2)
        _ = try script.sent()
        try script.receive(PDU(sequence: 44, .unbind))
        #expect(try script.sent() == [PDU(sequence: 44, .unbindResponse)])
        #expect(
            script.told() == [
                .ended(ticket: 2, .notSent(.notBound)), .ended(ticket: 1, .unknown(.connectionLost)),
                .close(SMPPError(.unboundByPeer, context: "unbind")),
            ])
    }
}
