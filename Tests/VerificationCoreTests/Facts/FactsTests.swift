import Synchronization
import Testing
import VerificationCore
import VerificationTesting

@Suite("Facts")
struct FactsTests {
    private let bench = StoreBench(workers: [], now: Timestamp(seconds: 1_767_225_630))

    @Test("what happens to a test number is in logs and traces, and in no statistics")
    func testNumbers() throws {
        let test = try bench.testNumber()
        let request = try bench.request(phone: test.phone.e164)
        let (verdict, claim) = decide(request, testNumber: test)
        let order = try #require(verdict.order)
        #expect(order.code.isFixed)
        let receipt = GatewayReceipt(
            gateway: "test-number", receipt: DeliveryReceipt(gatewayID: "7", status: .undelivered))
        let change = DeliveryChange(
            message: order.message, gateway: "test-number", delivery: .undelivered(reason: nil), place: nil)
        let facts: [Fact] = [
            .started(request, isTestNumber: true),
            .turnedAway(.testingMode, request.phone, of: request.app, isTestNumber: true),
            .notQueued(.unavailable, request.phone, of: request.app, isTestNumber: true),
            .checked(.keyReused, of: request.app, region: "DE", isTestNumber: true),
            .decided(verdict, on: claim), .decided(.expired, on: claim),
            .called(call, for: order, of: request, span: nil),
            .recorded(record(order, request), early: nil),
            .recordLost(record(order, request), trace: nil, reason: "stopped"),
            .receiptSaved(receipt, change), .receiptSaved(receipt, nil),
        ]
        for fact in facts { #expect(heard(fact) == ["record"], "\(fact)") }
    }

    @Test("what happens to other numbers, and what machines do, is in both")
    func others() throws {
        let request = try bench.request()
        let (verdict, claim) = decide(request, testNumber: nil)
        let order = try #require(verdict.order)
        let receipt = GatewayReceipt(
            gateway: "main", receipt: DeliveryReceipt(gatewayID: "7", status: .delivered))
        // As an older version recorded its messages.
        let withoutPlace = DeliveryChange(
            message: order.message, gateway: "main", delivery: .delivered, place: nil)
        let facts: [Fact] = [
            .started(request, isTestNumber: false), .decided(verdict, on: claim), .decided(.expired, on: claim),
            .called(call, for: order, of: request, span: nil), .recorded(record(order, request), early: nil),
            .checkLackedKey, .failedOver(from: "main"), .settled(.giveBack, after: .zero),
            .eventHandled(.told, of: request.app), .receiptSaved(receipt, nil), .receiptSaved(receipt, withoutPlace),
        ]
        for fact in facts { #expect(heard(fact) == ["statistic", "record"], "\(fact)") }
    }

    @Test("a test number that is over by the store's clock counts, because its message goes to a gateway")
    func over() throws {
        let request = try bench.request(phone: "+491510009")
        let test = try bench.testNumber(expiresAt: bench.now - .seconds(1))
        let (verdict, claim) = decide(request, testNumber: test)
        #expect(verdict.order?.code.isFixed == false)
        #expect(heard(.decided(verdict, on: claim)) == ["statistic", "record"])
    }

    private let call = EndedCall(
        gateway: "main", honorsIdempotencyKeys: false, outcome: .accepted(id: nil),
        endedAt: Timestamp(seconds: 1_767_225_631), took: .zero)

    private func record(_ order: SendOrder, _ request: VerificationRequest) -> SendRecord {
        SendRecord(
            order: order, request: request, rules: .standard, gateway: "main", text: nil,
            outcome: .accepted(gatewayID: nil))
    }

    private func decide(_ request: VerificationRequest, testNumber: TestNumber?) -> (Verdict, Claim) {
        let claim = Claim(
            request: request, rules: .standard, testNumber: testNumber, codeKey: "k", lease: .seconds(60), token: 1)
        var batch = ClaimBatch(phones: [:], seen: [:])
        return (batch.decide(claim, by: RuleBook(), now: bench.now), claim)
    }

    /// Who hears a fact, in order.
    private func heard(_ fact: Fact) -> [String] {
        let heard = Heard()
        Facts(
            statistics: [{ [heard] _, _ in heard.add("statistic") }],
            records: [{ [heard] _, _ in heard.add("record") }]
        ).tell(fact, at: bench.now)
        return heard.words
    }

    private final class Heard: Sendable {
        private let state = Mutex<[String]>([])

        var words: [String] { state.withLock { $0 } }

        func add(_ word: String) { state.withLock { $0.append(word) } }
    }
}

extension Verdict {
    fileprivate var order: SendOrder? {
        guard case .send(let order) = self else { return nil }
        return order
    }
}
