import Synchronization
import Testing

@testable import SMPP

@Suite("A link and an SMSC on loopback", .timeLimit(.minutes(10)))
struct SMPPLinkTests {
    @Test("a link binds, submits, and tells its states")
    func submits() async throws {
        try await LinkHarness.with { link, smsc in
            #expect(await link.isBound())
            let states = link.states()
            #expect(link.state == .bound(systemID: "smsc"))
            #expect(await link.submit() == .accepted(messageID: "2"))
            #expect(await smsc.receives { $0 == .submit(PDUSamples.message) })
            await link.shutDown(within: .seconds(5))
            #expect(await smsc.receives { $0 == .unbind })
            var seen: [LinkState] = []
            for await state in states { seen.append(state) }
            #expect(seen == [.bound(systemID: "smsc"), .unbinding, .closed])
            #expect(link.state == .closed)
            #expect(await link.submit() == .notSent(.closed))
        }
    }

    @Test("many tasks submit at once, the window fills up, and each gets its own answer out of order")
    func manyTasks() async throws {
        let window = 8
        let held = Mutex<[TestSMSC.Act]>([])
        var behaviour = TestSMSC.Behaviour()
        behaviour.isTold = false
        behaviour.answer = { pdu, _ in
            guard case .submit(let message) = pdu.body else { return TestSMSC.kindly(pdu) }
            return held.withLock { held in
                held.append(.send(.accepted(pdu.sequence, message.destination.text)))
                guard held.count == window else { return [] }
                defer { held = [] }
                return held.reversed()
            }
        }
        try await LinkHarness.with(behaviour, { $0.limits.window = window }) { link, _ in
            #expect(await link.isBound())
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<250 * window {
                    group.addTask {
                        var message = PDUSamples.message
                        message.destination.text = "49\(number)"
                        return await link.submit(message, deadline: .now + .seconds(60))
                            == .accepted(messageID: "49\(number)")
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
        }
    }

    @Test("before the bind nothing is sent")
    func notBound() async throws {
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { _, _ in [] }
        try await LinkHarness.with(behaviour) { link, smsc in
            #expect(await smsc.receives { if case .bind = $0 { true } else { false } })
            #expect(await link.submit() == .notSent(.notBound))
        }
    }

    @Test("a cancelled caller hears at once: unsent in line, unknown after the write")
    func cancelled() async throws {
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { pdu, _ in
            if case .submit = pdu.body { [] } else { TestSMSC.kindly(pdu) }
        }
        try await LinkHarness.with(behaviour, { $0.limits.window = 1 }) { link, smsc in
            #expect(await link.isBound())
            let first = Task { await link.submit() }
            #expect(await smsc.receives { if case .submit = $0 { true } else { false } })
            let second = Task { await link.submit() }
            second.cancel()
            #expect(await second.value == .notSent(.cancelled))
            first.cancel()
            #expect(await first.value == .unknown(.cancelled))
            let late = ContinuousClock.now + .milliseconds(20)
            #expect(await link.submit(PDUSamples.message, deadline: late) == .notSent(.noPlaceInTime))
            await link.shutDown(within: .zero)
        }
    }

    @Test("deliveries reach the handler at the same time, and its word goes back")
    func deliveries() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let arrivals = AsyncStream.makeStream(of: Void.self)
        let handler: SMPPLink.Handler = { message in
            arrivals.continuation.yield()
            guard message.dataCoding == 8 else { return true }
            for await _ in gate.stream { return false }
            return true
        }
        try await LinkHarness.with(handler: handler) { link, smsc in
            #expect(await link.isBound())
            var slow = PDUSamples.receipt("id:1 stat:DELIVRD")
            slow.dataCoding = 8
            try smsc.send(PDU(sequence: 70, .deliver(slow)))
            var arrival = arrivals.stream.makeAsyncIterator()
            await arrival.next()
            // The first handler still waits; neither the second delivery nor a submit waits behind it.
            try smsc.send(PDU(sequence: 71, .deliver(PDUSamples.receipt("id:2 stat:DELIVRD"))))
            #expect(await smsc.sees { $0 == .received(PDU(sequence: 71, .deliverResponse), connection: 1) })
            #expect(await link.submit() == .accepted(messageID: "2"))
            gate.continuation.yield()
            let refusal = PDU(sequence: 70, status: .temporaryReceiverError, .deliverResponse)
            #expect(await smsc.sees { $0 == .received(refusal, connection: 1) })
        }
    }

    @Test("a wrong password is waited out slowly, any other failure quickly")
    func pauses() {
        var policy = ReconnectPolicy()
        let lost = SMPPError(.connectionLost, context: "")
        #expect(
            (1...8).map { policy.pause(after: lost, failures: $0, chance: 1) }
                == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
        #expect(policy.pause(after: lost, failures: 1, chance: 0) == .milliseconds(500))
        for status in [CommandStatus.invalidPassword, .invalidSystemID, .bindFailed] {
            let refused = SMPPError(.bindRefused(status), context: "")
            #expect(
                (1...5).map { policy.pause(after: refused, failures: $0, chance: 1) }
                    == [60, 120, 240, 480, 600].map { .seconds($0) })
        }
        for status in [CommandStatus.alreadyBound, .throttled, .systemError] {
            #expect(
                policy.pause(after: SMPPError(.bindRefused(status), context: ""), failures: 1, chance: 1) == .seconds(1)
            )
        }
        policy.usual = policy.refused
        #expect(policy.pause(after: lost, failures: 1, chance: 1) == .seconds(60))
    }

    @Test("a refused bind is a state with its status; the link closes out of the long pause at once")
    func refusedBind() async throws {
        var behaviour = TestSMSC.Behaviour()
        behaviour.answer = { pdu, _ in
            [.send(PDU(sequence: pdu.sequence, status: .invalidPassword, .bindResponse(.transceiver, nil)))]
        }
        try await LinkHarness.with(behaviour) { link, _ in
            let refused = SMPPError(.bindRefused(.invalidPassword), context: "bind")
            #expect(await link.waits { $0 == .connecting(lastFailure: refused) })
            #expect(!refused.isRetriable)
            #expect(await link.submit() == .notSent(.notBound))
        }
    }

    @Test("a configuration that cannot be used is refused before anything is tried")
    func configuration() {
        var noHost = LinkHarness.configuration(port: 1)
        noHost.host = ""
        var noWindow = LinkHarness.configuration(port: 1)
        noWindow.limits.window = 0
        var longPassword = LinkHarness.configuration(port: 1)
        longPassword.bind.password = String(repeating: "1", count: 65)
        for (configuration, error) in [
            (noHost, SMPPError(.invalidConfiguration, context: "host or port")),
            (LinkHarness.configuration(port: 0), SMPPError(.invalidConfiguration, context: "host or port")),
            (LinkHarness.configuration(port: 65_536), SMPPError(.invalidConfiguration, context: "host or port")),
            (noWindow, SMPPError(.invalidConfiguration, context: "limits")),
            (longPassword, SMPPError(.fieldTooLong, context: "password")),
        ] {
            #expect(throws: error) { try SMPPLink(configuration) { _ in true } }
            #expect(!"\(configuration) \(error)".contains("s3cret"))
        }
    }
}
