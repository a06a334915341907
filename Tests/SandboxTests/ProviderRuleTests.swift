import GatewayConformance
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@testable import Sandbox

@Suite("What the sandbox decides by itself", .timeLimit(.minutes(10)))
struct ProviderRuleTests {
    @Test("a full second's messages are admitted at once, and then as many as time gives")
    func pace() {
        var meter = PaceMeter()
        let start = Timestamp(seconds: 100)
        func admitted(_ offset: Duration, of count: Int, perSecond: Double) -> Int {
            (0..<count).count { _ in meter.admits(at: start + offset, perSecond: perSecond) }
        }
        #expect(admitted(.zero, of: 20, perSecond: 10) == 10)
        #expect(admitted(.milliseconds(99), of: 20, perSecond: 10) == 0)
        #expect(admitted(.milliseconds(300), of: 20, perSecond: 10) == 3)
        #expect(admitted(.seconds(100), of: 20, perSecond: 10) == 10)
        // A clock that was set back gives nothing, and takes nothing either.
        #expect(admitted(.seconds(50), of: 20, perSecond: 10) == 0)
        #expect(admitted(.seconds(51), of: 20, perSecond: 10) == 10)
        #expect(admitted(.seconds(51), of: 20, perSecond: 0.5) == 1)
        #expect(admitted(.seconds(53), of: 20, perSecond: 0.5) == 1)
    }

    @Test("above the rate the sandbox throttles, and says for how long if it is told to")
    func throttling() async {
        var behaviour = SandboxBehaviour()
        (behaviour.perSecond, behaviour.retryAfter) = (2, .seconds(3))
        let harness = SandboxHarness(behaviour: behaviour)
        var outcomes: [SendOutcome] = []
        for number in 1...3 { outcomes.append(await harness.sandbox.send(.sample(number), deadline: .seconds(40))) }
        #expect(outcomes[2] == .throttled(after: .seconds(3)) && harness.inbox.total == 2)
    }

    @Test("a share of the answers takes the slow time")
    func slowTail() async {
        var behaviour = SandboxBehaviour()
        (behaviour.slow, behaviour.slowLatency) = (0.1, .seconds(30))
        let slept = Mutex<[Duration]>([])
        let rolls = Mutex([0.5, 0.0999, 0.5, 0.1])
        let harness = SandboxHarness(
            behaviour: behaviour, chance: { rolls.withLock { $0.removeFirst() } },
            sleep: { span in slept.withLock { $0.append(span) } })
        for number in 1...2 { _ = await harness.sandbox.send(.sample(number), deadline: .seconds(40)) }
        #expect(slept.withLock { $0 } == [.seconds(30)])
    }

    @Test("ids have the form of their provider, and two runs share none")
    func ids() {
        let id = AcceptedID(run: 0x0123_4567, number: 255)
        #expect(id.text(for: .process) == "sandbox-1234567-255")
        #expect(id.text(for: .twilio) == "SM01234567" + String(repeating: "0", count: 22) + "ff")
        #expect(id.text(for: .vonage) == "01012345000000FF" && id.vonage(segment: 2) == "02012345000000FF")
        #expect(id.text(for: .smpp) == "01234567000000ff")
    }

    @Test("segments of a text are joined in their order, whatever order they come in")
    func joining() throws {
        var texts = OpenTexts()
        #expect(texts.add(segment(2, of: 3), id: "b").isEmpty)
        #expect(texts.add(segment(3, of: 3), id: "c").isEmpty)
        #expect(texts.add(segment(1, of: 3, phone: "+2"), id: "x").isEmpty)
        let whole = try #require(texts.add(segment(1, of: 3), id: "a").first)
        #expect(whole.draft.text == "123" && whole.id == "a b c" && whole.draft.segments == 3)
        #expect(whole.draft.segment == nil)
    }

    @Test("a text whose segments do not come makes room, and shows its gaps")
    func gaps() throws {
        var texts = OpenTexts(capacity: 1)
        #expect(texts.add(segment(2, of: 3), id: "b").isEmpty)
        let torn = try #require(texts.add(segment(1, of: 2, phone: "+2"), id: "x").first)
        #expect(torn.draft.text == "[…]2[…]" && torn.id == "b" && torn.draft.segments == 1)
        #expect(texts.add(segment(2, of: 2, phone: "+2"), id: "y").map(\.draft.text) == ["12"])
    }

    private func segment(
        _ number: Int, of count: Int, phone: String = "+1"
    ) -> (SandboxMessage.Draft) {
        var draft = SandboxMessage.Draft(wireProtocol: .smpp, id: nil, phone: phone, sender: nil, text: "\(number)")
        draft.segment = Segment(reference: 7, number: number, count: count)
        return draft
    }
}

extension OpenTexts {
    fileprivate mutating func add(
        _ draft: SandboxMessage.Draft, id: String
    ) -> [(draft: SandboxMessage.Draft, id: String)] {
        draft.segment.map { add(draft, as: $0, id: id) } ?? []
    }
}
