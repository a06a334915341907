import Synchronization
import Testing

@testable import SMPP

@Suite("A link whose connection breaks", .timeLimit(.minutes(10)))
struct LinkFaultTests {
    private static let bindLength = PDUSamples.bind.octets.count
    private static let submitLength = PDUSamples.submit.octets.count

    @Test("a connection cut at every octet of the bind is made anew, and nothing was sent")
    func cutInBind() async throws {
        for limit in 0...Self.bindLength {
            var behaviour = TestSMSC.Behaviour()
            behaviour.cutAfter = { $0 == 1 ? limit : nil }
            // The whole bind is swallowed as well.
            behaviour.answer = { pdu, connection in connection == 1 ? [] : TestSMSC.kindly(pdu) }
            try await LinkHarness.with(behaviour) { link, smsc in
                #expect(await smsc.sees { $0 == .gone(1) }, "cut at \(limit)")
                #expect(await link.isBound(), "cut at \(limit)")
                #expect(await link.submit() == .accepted(messageID: "2"), "cut at \(limit)")
            }
        }
    }

    @Test("a connection cut at every octet of a submit leaves it unknown, and it is never sent again")
    func cutInSubmit() async throws {
        for limit in 1...Self.submitLength {
            let submits = Mutex(0)
            var behaviour = TestSMSC.Behaviour()
            behaviour.cutAfter = { $0 == 1 ? Self.bindLength + limit : nil }
            behaviour.answer = { pdu, connection in
                guard case .submit = pdu.body else { return TestSMSC.kindly(pdu) }
                submits.withLock { $0 += 1 }
                return connection == 1 ? [] : TestSMSC.kindly(pdu)
            }
            try await LinkHarness.with(behaviour) { link, smsc in
                #expect(await link.isBound())
                #expect(await link.submit() == .unknown(.connectionLost), "cut at \(limit)")
                #expect(await smsc.sees { $0 == .connected(2) })
                #expect(await link.isBound())
                #expect(await link.submit() == .accepted(messageID: "2"), "cut at \(limit)")
            }
            #expect(submits.withLock { $0 } == (limit == Self.submitLength ? 2 : 1), "cut at \(limit)")
        }
    }

    @Test("a connection cut at every octet of the answer leaves the submit unknown, and the whole answer counts")
    func cutInAnswer() async throws {
        let answer = try PDU.accepted(2, "id-1").octets()
        for limit in 0...answer.count {
            var behaviour = TestSMSC.Behaviour()
            behaviour.answer = { pdu, connection in
                guard case .submit = pdu.body, connection == 1 else { return TestSMSC.kindly(pdu) }
                return [.octets(Array(answer[..<limit])), .close]
            }
            try await LinkHarness.with(behaviour) { link, smsc in
                #expect(await link.isBound())
                let isWhole = limit == answer.count
                #expect(
                    await link.submit() == (isWhole ? .accepted(messageID: "id-1") : .unknown(.connectionLost)),
                    "cut at \(limit)")
                #expect(await smsc.sees { $0 == .connected(2) })
            }
        }
    }

    @Test("a lost connection is made anew, and until it is bound nothing is sent, nor of those who wait in line")
    func lost() async throws {
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { pdu, connection in
            if case .bind = pdu.body, connection == 1 { TestSMSC.kindly(pdu) } else { [] }
        }
        try await LinkHarness.with(behaviour, { $0.limits.window = 1 }) { link, smsc in
            #expect(await link.isBound())
            let written = Task { await link.submit() }
            #expect(await smsc.receives { if case .submit = $0 { true } else { false } })
            let waiting = Task { await link.submit() }
            smsc.cut()
            #expect(await written.value == .unknown(.connectionLost))
            #expect(await waiting.value == .notSent(.notBound))
            #expect(await smsc.sees { $0 == .connected(2) })
            #expect(await link.submit() == .notSent(.notBound))
        }
    }

    @Test("an SMSC that is away is tried again until it is back")
    func away() async throws {
        let smsc = try await TestSMSC.start()
        let port = smsc.port
        try await smsc.stop()
        let link = try SMPPLink(LinkHarness.configuration(port: port), chance: { 0.5 }) { _ in true }
        async let running: Void = link.run()
        let failure = SMPPError(.connectionFailed, context: "refused")
        #expect(await link.waits { $0 == .connecting(lastFailure: failure) })
        let back = try await TestSMSC.start(port: port)
        #expect(await link.isBound())
        await link.shutDown(within: .seconds(5))
        await running
        try await back.stop()
    }

    @Test("octets that are no PDU end the connection, and the SMSC is told why")
    func garbage() async throws {
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { pdu, connection in
            guard case .submit = pdu.body, connection == 1 else { return TestSMSC.kindly(pdu) }
            return [.octets(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))]
        }
        try await LinkHarness.with(behaviour) { link, smsc in
            #expect(await link.isBound())
            #expect(await link.submit() == .unknown(.connectionLost))
            #expect(await smsc.receives { $0 == .genericNack })
            #expect(await smsc.sees { $0 == .connected(2) })
        }
    }

    @Test("a silent SMSC is asked, and its connection given up")
    func silent() async throws {
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { pdu, connection in
            if case .enquireLink = pdu.body, connection == 1 { [] } else { TestSMSC.kindly(pdu) }
        }
        let silent = SMPPError(.silent, context: "enquire_link")
        let change: (inout LinkConfiguration) -> Void = {
            $0.limits.idleTime = .milliseconds(50)
            $0.limits.enquiryTimeout = .milliseconds(50)
            // Long enough for the listener to see the state.
            $0.limits.bindTimeout = .seconds(60)
        }
        try await LinkHarness.with(behaviour, change) { link, smsc in
            #expect(await link.waits { $0 == .connecting(lastFailure: silent) })
            #expect(await smsc.sees { $0 == .connected(2) })
            #expect(await link.isBound())
        }
    }

    @Test("the SMSC's unbind is answered, and the link binds anew")
    func unboundByPeer() async throws {
        try await LinkHarness.with { link, smsc in
            #expect(await link.isBound())
            try smsc.send(PDU(sequence: 99, .unbind))
            #expect(await smsc.sees { $0 == .received(PDU(sequence: 99, .unbindResponse), connection: 1) })
            #expect(await smsc.sees { $0 == .connected(2) })
            #expect(await link.isBound())
        }
    }

    @Test("a delivery's answer that comes after its connection is lost goes to no other connection")
    func staleAnswer() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let handler: SMPPLink.Handler = { _ in
            for await _ in gate.stream { return true }
            return false
        }
        try await LinkHarness.with(handler: handler) { link, smsc in
            #expect(await link.isBound())
            try smsc.send(PDU(sequence: 70, .deliver(PDUSamples.receipt("id:1 stat:DELIVRD"))))
            try smsc.send(PDU(sequence: 71, .unbind))
            #expect(await smsc.sees { $0 == .connected(2) })
            #expect(await link.isBound())
            gate.continuation.yield()
            // The handler's task has its turn among these.
            for number in 2..<100 { #expect(await link.submit() == .accepted(messageID: "\(number)")) }
            await link.shutDown(within: .seconds(5))
            #expect(await smsc.receives { $0 == .unbind })
            #expect(!smsc.sights.contains(.received(PDU(sequence: 70, .deliverResponse), connection: 2)))
        }
    }
}
