import Testing

@testable import SMPP

@Suite("A session's graceful end")
struct SessionFinishTests {
    @Test("an idle session unbinds at once and closes with the answer")
    func idle() throws {
        var script = try SessionScript.bound()
        script.finish(within: .seconds(10))
        #expect(try script.sent() == [PDU(sequence: 2, .unbind)])
        try script.receive(PDU(sequence: 2, .unbindResponse))
        #expect(script.told() == [.close(nil)])
    }

    @Test("open answers are awaited in both directions before the unbind; new submits are turned away")
    func openAnswers() throws {
        var limits = SessionLimits()
        limits.window = 1
        var script = try SessionScript.bound(limits)
        script.submit(1)
        script.submit(2)
        try script.receive(PDU(sequence: 9, .deliver(PDUSamples.receipt(""))))
        _ = (try script.sent(), script.told())
        script.finish(within: .seconds(10))
        script.submit(3)
        #expect(script.told() == [.ended(ticket: 2, .notSent(.closed)), .ended(ticket: 3, .notSent(.closed))])
        try script.receive(.accepted(2, "a"))
        #expect(script.told() == [.ended(ticket: 1, .accepted(messageID: "a"))])
        #expect(try script.sent() == [])
        script.answerDelivery(9, isTaken: true)
        #expect(try script.sent() == [PDU(sequence: 9, .deliverResponse), PDU(sequence: 3, .unbind)])
    }

    @Test("the deadline ends the wait; an answer that comes during the unbind still counts")
    func deadline() throws {
        var script = try SessionScript.bound()
        script.submit(1)
        script.submit(2)
        _ = try script.sent()
        script.finish(within: .seconds(3))
        script.wait(.milliseconds(2_999))
        #expect(try script.sent() == [])
        script.wait(.milliseconds(1))
        #expect(try script.sent() == [PDU(sequence: 4, .unbind)])
        try script.receive(.accepted(2, "a"))
        try script.receive(PDU(sequence: 4, .unbindResponse))
        #expect(
            script.told() == [
                .ended(ticket: 1, .accepted(messageID: "a")), .ended(ticket: 2, .unknown(.connectionLost)), .close(nil),
            ])
    }

    @Test("an unbind without an answer closes in time, and deliveries during it are put off")
    func silentUnbind() throws {
        var script = try SessionScript.bound()
        script.finish(within: .seconds(10))
        try script.receive(PDU(sequence: 9, .deliver(PDUSamples.receipt(""))))
        #expect(
            try script.sent() == [
                PDU(sequence: 2, .unbind), PDU(sequence: 9, status: .temporaryReceiverError, .deliverResponse),
            ])
        script.wait(.milliseconds(1_999))
        #expect(script.told() == [])
        script.wait(.milliseconds(1))
        #expect(script.told() == [.close(nil)])
    }

    @Test("when both sides unbind, the session closes as this side wanted")
    func bothUnbind() throws {
        var script = try SessionScript.bound()
        script.submit(1)
        script.finish(within: .seconds(10))
        try script.receive(PDU(sequence: 5, .unbind))
        #expect(script.told() == [.ended(ticket: 1, .unknown(.connectionLost)), .close(nil)])
    }

    @Test("a session that is not bound yet just closes")
    func unbound() throws {
        var script = SessionScript()
        script.connect()
        script.finish(within: .seconds(10))
        #expect(script.told() == [.close(nil)])
    }

    @Test("a lost connection during the end closes without another word")
    func lost() throws {
        var script = try SessionScript.bound()
        script.submit(1)
        script.finish(within: .seconds(10))
        script.lose()
        script.wait(.seconds(60))
        #expect(script.told().last == .close(SMPPError(.connectionLost, context: "read")))
        script.answerDelivery(3, isTaken: true)
        #expect(try script.sent() == [])
    }
}
