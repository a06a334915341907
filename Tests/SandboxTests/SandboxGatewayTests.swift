import GatewayConformance
import HTTPService
import Sandbox
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@Suite("The sandbox as a gateway", .timeLimit(.minutes(10)))
struct SandboxGatewayTests {
    @Test("the sandbox gateway:", arguments: GatewayPromise.allCases)
    func conformance(_ promise: GatewayPromise) async throws {
        try await promise.prove(on: SandboxHarness())
    }

    @Test("shares are met in the order for now, for good, throttled, unknown, accepted, and only the last two arrive")
    func shares() async {
        var behaviour = SandboxBehaviour()
        behaviour.refusedForNow = 0.1
        behaviour.refusedForGood = 0.2
        behaviour.throttled = 0.3
        behaviour.unknown = 0.2
        let rolls = Mutex([0, 0.0999, 0.1, 0.2999, 0.3001, 0.5999, 0.6001, 0.7999, 0.8001, 0.9999])
        let harness = SandboxHarness(behaviour: behaviour, chance: { rolls.withLock { $0.removeFirst() } })
        var outcomes: [SendOutcome] = []
        for number in 1...10 { outcomes.append(await harness.sandbox.send(.sample(number), deadline: .seconds(1))) }
        let ids = harness.inbox.messages(InboxQuery(after: 0)).map(\.gatewayID)
        #expect(Set(ids).count == 4 && ids.allSatisfy { $0.hasPrefix("sandbox-") })
        let forNow = SendOutcome.refused(reason: "sandbox-for-now", .forNow)
        let forGood = SendOutcome.refused(reason: "sandbox-for-good", .byEveryGateway)
        let lost = SendOutcome.unknown(reason: "sandbox-lost-answer")
        #expect(
            outcomes == [
                forNow, forNow, forGood, forGood, .throttled(after: nil), .throttled(after: nil), lost, lost,
                .accepted(id: ids[2]), .accepted(id: ids[3]),
            ])
        #expect(harness.inbox.total == 4)
    }

    @Test("without shares and latency no chance is asked and nobody sleeps")
    func plain() async {
        let harness = SandboxHarness(
            chance: {
                Issue.record("chance was asked")
                return 0
            },
            sleep: { _ in Issue.record("somebody slept") })
        let outcome = await harness.sandbox.send(.sample(), deadline: .seconds(1))
        #expect(outcome == .accepted(id: harness.inbox.messages().first?.gatewayID))
    }

    @Test("latency lies between its bounds, as chance has it")
    func latency() async {
        var behaviour = SandboxBehaviour()
        behaviour.latency = .milliseconds(100) ... .milliseconds(300)
        let slept = Mutex<[Duration]>([])
        let harness = SandboxHarness(
            behaviour: behaviour, chance: { 0.25 }, sleep: { span in slept.withLock { $0.append(span) } })
        let outcome = await harness.sandbox.send(.sample(1), deadline: .seconds(1))
        #expect(outcome == .accepted(id: harness.inbox.messages().first?.gatewayID))
        #expect(await harness.sandbox.send(.sample(2), deadline: .milliseconds(120)) == .unknown(reason: "timeout"))
        #expect(slept.withLock { $0 } == [.milliseconds(150), .milliseconds(120)])
        #expect(harness.inbox.total == 2)
    }

    @Test("a message enters the inbox before its answer is late")
    func arrivesFirst() async {
        let clock = SteppingClock()
        var behaviour = SandboxBehaviour()
        behaviour.latency = .seconds(1) ... .seconds(1)
        let harness = SandboxHarness(
            behaviour: behaviour, sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
        let call = Task { await harness.sandbox.send(.sample(), deadline: .seconds(5)) }
        await clock.sleepers(atLeast: 1)
        #expect(harness.inbox.total == 1)
        clock.advance(by: .seconds(1))
        #expect(await call.value == .accepted(id: harness.inbox.messages().first?.gatewayID))
    }

    @Test("shares and latencies that cannot be are refused")
    func validation() {
        let changes: [(inout SandboxBehaviour) -> Void] = [
            { $0.unknown = -0.1 }, { $0.unknown = 1.1 }, { $0.unknown = .nan },
            { ($0.unknown, $0.throttled) = (0.6, 0.6) },
            { $0.latency = .seconds(-1) ... .zero }, { $0.latency = .zero ... .seconds(61) },
        ]
        for change in changes {
            var behaviour = SandboxBehaviour()
            change(&behaviour)
            #expect(throws: Problem.self) { try behaviour.validate() }
        }
    }
}
