import Synchronization
import Testing

@testable import SMPP

@Suite("The end of a link", .timeLimit(.minutes(10)))
struct LinkEndTests {
    @Test("open answers are awaited, new submits turned away, then the SMSC is told")
    func graceful() async throws {
        let held = Mutex<[PDU]>([])
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { pdu, _ in
            guard case .submit = pdu.body else { return TestSMSC.kindly(pdu) }
            held.withLock { $0.append(pdu) }
            return []
        }
        try await LinkHarness.with(behaviour) { link, smsc in
            #expect(await link.isBound())
            let open = Task { await link.submit() }
            #expect(await smsc.receives { if case .submit = $0 { true } else { false } })
            let ending = Task { await link.shutDown(within: .seconds(100)) }
            #expect(await link.waits { $0 == .unbinding })
            #expect(await link.submit() == .notSent(.closed))
            for pdu in held.withLock({ $0 }) { try smsc.send(.accepted(pdu.sequence, "late")) }
            #expect(await open.value == .accepted(messageID: "late"))
            await ending.value
            #expect(await smsc.receives { $0 == .unbind })
            #expect(link.state == .closed)
        }
    }

    @Test("the deadline ends the wait for an answer that does not come")
    func deadline() async throws {
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { pdu, _ in
            if case .submit = pdu.body { [] } else { TestSMSC.kindly(pdu) }
        }
        try await LinkHarness.with(behaviour) { link, smsc in
            #expect(await link.isBound())
            let open = Task { await link.submit() }
            #expect(await smsc.receives { if case .submit = $0 { true } else { false } })
            await link.shutDown(within: .milliseconds(50))
            #expect(await open.value == .unknown(.connectionLost))
            #expect(await smsc.receives { $0 == .unbind })
        }
    }

    @Test("a delivery whose handler is at work is answered before the unbind")
    func openDelivery() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let arrivals = AsyncStream.makeStream(of: Void.self)
        let handler: SMPPLink.Handler = { _ in
            arrivals.continuation.yield()
            for await _ in gate.stream { return true }
            return false
        }
        try await LinkHarness.with(handler: handler) { link, smsc in
            #expect(await link.isBound())
            try smsc.send(PDU(sequence: 70, .deliver(PDUSamples.receipt("id:1 stat:DELIVRD"))))
            var arrival = arrivals.stream.makeAsyncIterator()
            await arrival.next()
            let ending = Task { await link.shutDown(within: .seconds(100)) }
            #expect(await link.waits { $0 == .unbinding })
            gate.continuation.yield()
            await ending.value
            #expect(await smsc.receives { $0 == .unbind })
            let bodies = smsc.sights.compactMap { sight in
                if case .received(let pdu, _) = sight { pdu.body } else { nil }
            }
            #expect(bodies.suffix(2) == [.deliverResponse, .unbind])
        }
    }

    @Test("a cancelled run closes at once; open submits are unknown, and a later shutdown returns")
    func cancelledRun() async throws {
        let smsc = try await TestSMSC.start(
            TestSMSC.Behaviour(answer: { pdu, _ in
                if case .submit = pdu.body { [] } else { TestSMSC.kindly(pdu) }
            }))
        let link = try SMPPLink(LinkHarness.configuration(port: smsc.port)) { _ in true }
        let running = Task { await link.run() }
        #expect(await link.isBound())
        let open = Task { await link.submit() }
        #expect(await smsc.receives { if case .submit = $0 { true } else { false } })
        running.cancel()
        await running.value
        #expect(await open.value == .unknown(.connectionLost))
        #expect(link.state == .closed)
        await link.shutDown(within: .seconds(5))
        await link.run()
        try await smsc.stop()
    }

    @Test("a link that never ran closes, and its submits are not sent")
    func neverRan() async throws {
        let link = try SMPPLink(LinkHarness.configuration(port: 9)) { _ in true }
        #expect(await link.submit() == .notSent(.notBound))
        await link.shutDown(within: .seconds(5))
        #expect(await link.submit() == .notSent(.closed))
    }
}
