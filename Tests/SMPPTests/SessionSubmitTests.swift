import Testing

@testable import SMPP

@Suite("A session's submits")
struct SessionSubmitTests {
    private func limits(window: Int) -> SessionLimits {
        var limits = SessionLimits()
        limits.window = window
        return limits
    }

    @Test("answers are matched by their numbers, in whatever order they come")
    func outOfOrder() throws {
        var script = try SessionScript.bound()
        for ticket: UInt64 in 1...5 { script.submit(ticket) }
        #expect(try script.sent() == [.submit(2), .submit(3), .submit(4), .submit(5), .submit(6)])
        for (sequence, id): (UInt32, String) in [(4, "c"), (5, "d"), (6, "e"), (2, "a"), (3, "b")] {
            try script.receive(.accepted(sequence, id))
        }
        #expect(
            script.told() == [
                .ended(ticket: 3, .accepted(messageID: "c")), .ended(ticket: 4, .accepted(messageID: "d")),
                .ended(ticket: 5, .accepted(messageID: "e")), .ended(ticket: 1, .accepted(messageID: "a")),
                .ended(ticket: 2, .accepted(messageID: "b")),
            ])
    }

    @Test("no more submits than the window has places are open, and callers get places in their order")
    func windowEdge() throws {
        var script = try SessionScript.bound(limits(window: 2))
        for ticket: UInt64 in 1...4 { script.submit(ticket) }
        #expect(try script.sent() == [.submit(2), .submit(3)])
        try script.receive(.accepted(3, "b"))
        #expect(try script.sent() == [.submit(4)])
        try script.receive(PDU(sequence: 2, status: .throttled, .submitResponse(messageID: nil)))
        #expect(try script.sent() == [.submit(5)])
        #expect(
            script.told() == [
                .ended(ticket: 2, .accepted(messageID: "b")), .ended(ticket: 1, .refused(.throttled)),
            ])
    }

    @Test("a caller whose deadline passes in line has certainly sent nothing")
    func deadlineInLine() throws {
        var script = try SessionScript.bound(limits(window: 1))
        script.submit(1)
        script.submit(2, within: .seconds(5))
        script.submit(3, within: .zero)
        #expect(script.told() == [.ended(ticket: 3, .notSent(.noPlaceInTime))])
        script.wait(.milliseconds(4_999))
        #expect(script.told() == [])
        script.wait(.milliseconds(1))
        #expect(script.told() == [.ended(ticket: 2, .notSent(.noPlaceInTime))])
        #expect(try script.sent() == [.submit(2)])
    }

    @Test("a caller whose deadline passes after the write does not know, and the place stays taken")
    func deadlineAfterWrite() throws {
        var script = try SessionScript.bound(limits(window: 1))
        script.submit(1, within: .seconds(5))
        script.submit(2)
        _ = try script.sent()
        script.wait(.seconds(5))
        #expect(script.told() == [.ended(ticket: 1, .unknown(.timeout))])
        #expect(try script.sent() == [])
        // The late answer frees the place, and nobody hears of it a second time.
        try script.receive(.accepted(2, "late"))
        #expect(script.told() == [])
        #expect(try script.sent() == [.submit(3)])
    }

    @Test("an answer that never comes frees its place when the response timer ends, and is passed over when late")
    func responseTimer() throws {
        var limits = limits(window: 1)
        limits.responseTimeout = .seconds(20)
        var script = try SessionScript.bound(limits)
        script.submit(1)
        script.submit(2)
        _ = try script.sent()
        script.wait(.milliseconds(19_999))
        #expect(script.told() == [])
        script.wait(.milliseconds(1))
        #expect(script.told() == [.ended(ticket: 1, .unknown(.timeout))])
        #expect(try script.sent() == [.submit(3)])
        try script.receive(.accepted(2, "late"))
        #expect(script.told() == [])
        try script.receive(.accepted(3, "in time"))
        #expect(script.told() == [.ended(ticket: 2, .accepted(messageID: "in time"))])
    }

    @Test("a lost connection leaves open submits unknown and waiting ones unsent")
    func lostLink() throws {
        var script = try SessionScript.bound(limits(window: 2))
        for ticket: UInt64 in 1...3 { script.submit(ticket) }
        script.lose()
        let told = script.told()
        #expect(told.count == 4)
        #expect(told.first == .ended(ticket: 3, .notSent(.notBound)))
        #expect(told.contains(.ended(ticket: 1, .unknown(.connectionLost))))
        #expect(told.contains(.ended(ticket: 2, .unknown(.connectionLost))))
        #expect(told.last == .close(SMPPError(.connectionLost, context: "read")))
        script.submit(4)
        #expect(script.told() == [.ended(ticket: 4, .notSent(.closed))])
        #expect(try script.sent() == [])
    }

    @Test("a caller that goes away in line has sent nothing, after the write it is unknown")
    func abandoned() throws {
        var script = try SessionScript.bound(limits(window: 1))
        script.submit(1)
        script.submit(2)
        script.submit(3)
        script.abandon(2)
        script.abandon(1)
        script.abandon(1)
        #expect(
            script.told() == [.ended(ticket: 2, .notSent(.cancelled)), .ended(ticket: 1, .unknown(.cancelled))])
        #expect(try script.sent() == [.submit(2)])
        try script.receive(.accepted(2, "a"))
        #expect(try script.sent() == [.submit(3)])
        #expect(script.told() == [])
    }

    @Test("a refusal without a body, with one, and with one that cannot be read are refusals alike")
    func refusals() throws {
        var script = try SessionScript.bound()
        for ticket: UInt64 in 1...3 { script.submit(ticket) }
        try script.receive(octets: PDUSamples.octets("00000010 80000004 00000058 00000002"))
        try script.receive(octets: PDUSamples.octets("00000012 80000004 00000014 00000003 4100"))
        try script.receive(octets: PDUSamples.octets("00000011 80000004 0000000B 00000004 41"))
        #expect(
            script.told() == [
                .ended(ticket: 1, .refused(.throttled)), .ended(ticket: 2, .refused(.messageQueueFull)),
                .ended(ticket: 3, .refused(.invalidDestinationAddress)),
            ])
    }

    @Test("an acceptance that cannot be read is unknown")
    func unreadableAnswer() throws {
        var script = try SessionScript.bound()
        script.submit(1)
        script.submit(2)
        try script.receive(octets: PDUSamples.octets("00000010 80000004 00000000 00000002"))
        try script.receive(octets: PDUSamples.octets("00000011 80000004 00000000 00000003 41"))
        #expect(
            script.told() == [
                .ended(ticket: 1, .unknown(.unreadableAnswer)), .ended(ticket: 2, .unknown(.unreadableAnswer)),
            ])
    }

    @Test("a generic_nack with a submit's number refuses it")
    func nackedSubmit() throws {
        var script = try SessionScript.bound()
        script.submit(1)
        try script.receive(PDU(sequence: 2, status: .invalidCommandLength, .genericNack))
        #expect(script.told() == [.ended(ticket: 1, .refused(.invalidCommandLength))])
    }

    @Test("a generic_nack with the number 0 resets the session")
    func nackedNobody() throws {
        var script = try SessionScript.bound()
        script.submit(1)
        try script.receive(PDU(sequence: 0, status: .invalidCommandID, .genericNack))
        #expect(
            script.told() == [
                .ended(ticket: 1, .unknown(.connectionLost)),
                .close(SMPPError(.nacked(.invalidCommandID), context: "generic_nack")),
            ])
    }

    @Test("a message that cannot be written takes no place and no number")
    func unwritable() throws {
        var script = try SessionScript.bound(limits(window: 1))
        var message = PDUSamples.message
        message.destination.text = String(repeating: "4", count: 21)
        script.submit(message, 1)
        script.submit(2)
        #expect(script.told() == [.ended(ticket: 1, .notSent(.unwritable))])
        let sent = try script.sent()
        #expect(sent.count == 1)
        #expect(sent.first?.body == .submit(PDUSamples.message))
    }

    @Test("numbers begin anew after the last and pass over those that are open")
    func numbersWrap() throws {
        var script = try SessionScript.bound(firstSequence: 0x7FFF_FFFE)
        script.submit(1)
        script.submit(2)
        #expect(try script.sent() == [.submit(0x7FFF_FFFF), .submit(1)])
        var numbers = SequenceNumbers(first: 0x7FFF_FFFF)
        let open: Set<UInt32> = [0x7FFF_FFFF, 1, 2]
        #expect(numbers.next(isOpen: open.contains) == 3)
    }

    @Test("every ticket ends exactly once, whatever happens", arguments: 1...30 as ClosedRange<UInt64>)
    func exactlyOnce(seed: UInt64) throws {
        var random = RandomPDUs(seed: seed)
        var script = try SessionScript.bound(limits(window: 3))
        var ended: [UInt64: Int] = [:]
        var tickets: UInt64 = 0
        func note(_ events: [SessionEvent]) {
            for case .ended(let ticket, _) in events { ended[ticket, default: 0] += 1 }
        }
        for _ in 0..<300 {
            switch Int.random(in: 0...6, using: &random) {
            case 0...2:
                tickets += 1
                script.submit(tickets, within: .seconds(.random(in: 0...60, using: &random)))
            case 3: try script.receive(.accepted(.random(in: 1...UInt32(tickets + 2), using: &random), "x"))
            case 4: script.abandon(.random(in: 0...tickets + 1, using: &random))
            case 5: script.wait(.seconds(.random(in: 0...8, using: &random)))
            default:
                try script.receive(
                    PDU(
                        sequence: .random(in: 1...400, using: &random), status: .systemError,
                        .submitResponse(messageID: nil)))
            }
            note(script.told())
            _ = try script.sent()
        }
        script.lose()
        note(script.told())
        #expect(ended.count == Int(tickets), "seed \(seed)")
        #expect(ended.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    }
}
