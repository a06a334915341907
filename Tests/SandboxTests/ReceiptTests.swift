import GatewayConformance
import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@testable import Sandbox

@Suite("The sandbox's receipts", .timeLimit(.minutes(10)))
struct ReceiptTests {
    private func steps(
        _ rolls: [Double], _ change: (inout ReceiptBehaviour) -> Void
    ) -> [ReceiptBehaviour.Step] {
        var behaviour = ReceiptBehaviour()
        change(&behaviour)
        var rest = rolls
        return behaviour.steps { rest.isEmpty ? 0 : rest.removeFirst() }
    }

    @Test("a receipt says delivered, undelivered or nothing, as the shares and chance have it")
    func shares() {
        let draws = [0, 0.4999, 0.5, 0.7499, 0.75, 0.9999].map { roll in
            steps([roll]) { ($0.delivered, $0.undelivered, $0.lost) = (0.5, 0.25, 0.25) }.map(\.status)
        }
        let (good, bad) = ([DeliveryStatus.sent, .delivered], [DeliveryStatus.sent, .undelivered])
        #expect(draws == [good, good, bad, bad, [], []])
        #expect(!ReceiptBehaviour().isAskedFor)
    }

    @Test("receipts come late, in half the time and in the whole; reversed and twice where asked for")
    func order() {
        let late = steps([0, 0.5]) { ($0.delivered, $0.delay) = (1, .seconds(10) ... .seconds(20)) }
        #expect(late.map(\.after) == [.seconds(7.5), .seconds(15)])
        let reversed = steps([0, 0]) { ($0.delivered, $0.reversed) = (1, 1) }
        #expect(reversed.map(\.status) == [.delivered, .sent])
        let twice = steps([0, 0]) { ($0.delivered, $0.twice) = (1, 1) }
        #expect(twice.map(\.status) == [.sent, .sent, .delivered, .delivered])
    }

    @Test("the gateway in the process tells its receipts to whoever takes them, and again until they are safe")
    func inProcess() async throws {
        let (heard, listener) = AsyncStream.makeStream(of: DeliveryReceipt.self)
        let count = Mutex(0)
        let harness = SandboxHarness(receipts: { receipt in
            listener.yield(receipt)
            return count.withLock { count in
                count += 1
                return count > 1
            }
        })
        #expect(!harness.sandbox.reportsDelivery)
        var behaviour = SandboxBehaviour()
        behaviour.receipts.undelivered = 1
        harness.provider.behaviour = behaviour
        #expect(harness.sandbox.reportsDelivery)
        let telling = Task { await harness.provider.tellReceipts() }
        let outcome = await harness.sandbox.send(.sample(), deadline: .seconds(40))
        var receipts: [DeliveryReceipt] = []
        for await receipt in heard.prefix(3) { receipts.append(receipt) }
        let id = try harness.onlyMessage().gatewayID
        #expect(outcome == .accepted(id: id))
        #expect(receipts.map(\.status) == [.sent, .sent, .undelivered] && receipts.allSatisfy { $0.gatewayID == id })
        #expect(receipts.map(\.reason) == [nil, nil, "sandbox-undelivered"])
        try await harness.receipt(.undelivered)
        telling.cancel()
        await telling.value
    }

    @Test("without anybody who takes receipts the gateway promises none")
    func nobodyListens() async {
        var behaviour = SandboxBehaviour()
        behaviour.receipts.delivered = 1
        let harness = SandboxHarness(behaviour: behaviour)
        #expect(!harness.sandbox.reportsDelivery)
        guard case .accepted = await harness.sandbox.send(.sample(), deadline: .seconds(40)) else {
            Issue.record("not accepted")
            return
        }
    }

    @Test("messages that come while others wait for late receipts have theirs first")
    func lateAndSoon() async throws {
        let (heard, listener) = AsyncStream.makeStream(of: DeliveryReceipt.self)
        let harness = SandboxHarness(receipts: { receipt in
            listener.yield(receipt)
            return true
        })
        let telling = Task { await harness.provider.tellReceipts() }
        var behaviour = SandboxBehaviour()
        (behaviour.receipts.delivered, behaviour.receipts.delay) = (1, .seconds(3_600) ... .seconds(3_600))
        harness.provider.behaviour = behaviour
        _ = await harness.sandbox.send(.sample(1), deadline: .seconds(40))
        behaviour.receipts.delay = .zero ... .zero
        harness.provider.behaviour = behaviour
        let soon = await harness.sandbox.send(.sample(2), deadline: .seconds(40))
        for await receipt in heard.prefix(2) { #expect(soon == .accepted(id: receipt.gatewayID)) }
        telling.cancel()
        await telling.value
    }
}
