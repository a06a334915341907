import Testing
import VerificationCore
import VerificationTesting

@Suite("What comes of a try with several calls")
struct GatewayTryTests {
    private static let all: [SendOutcome] = [
        .accepted(id: "x"), .refused(reason: "now", .forNow),
        .refused(reason: "this", .byThisGateway), .refused(reason: "every", .byEveryGateway), .throttled(after: nil),
        .throttled(after: .seconds(9)), .throttled(after: .seconds(30)), .unknown(reason: "lost"),
    ]

    @Test("of the outcomes that may change with time, the shortest wait counts; without them the last outcome")
    func table() {
        func outcome(_ outcomes: SendOutcome..., others: Bool = false) -> SendOutcome {
            made(outcomes, othersAreLeft: others).outcome
        }
        let (now, this) = (
            SendOutcome.refused(reason: "now", .forNow), SendOutcome.refused(reason: "this", .byThisGateway)
        )
        #expect(outcome(now, this) == now)
        #expect(outcome(this, now) == now)
        #expect(outcome(this, this) == this)
        #expect(outcome(this, this, others: true) == .refused(reason: "this", .forNow))
        #expect(
            outcome(.throttled(after: .seconds(30)), .throttled(after: .seconds(9))) == .throttled(after: .seconds(9)))
        #expect(outcome(.throttled(after: .seconds(9)), .throttled(after: nil), this) == .throttled(after: nil))
        #expect(outcome(.throttled(after: .seconds(9)), this, now) == now)
        #expect(outcome(now, .refused(reason: "every", .byEveryGateway)) == .refused(reason: "every", .byEveryGateway))
        #expect(outcome(now, .unknown(reason: "lost"), others: true) == .unknown(reason: "lost"))
    }

    @Test("a try goes on only while nothing has left, and never says of a message that may have left that it did not")
    func property() {
        var random = SeededRandom(seed: 8)
        for _ in 0..<2_000 {
            var calls: [SendOutcome] = []
            repeat {
                calls.append(Self.all.randomElement(using: &random) ?? .throttled(after: nil))
            } while calls.count < 4 && made(calls, othersAreLeft: false).mayGoOn
            let end = made(calls, othersAreLeft: Bool.random(using: &random))
            #expect(calls.dropLast().allSatisfy { !$0.mayHaveLeft })
            #expect(end.outcome.mayHaveLeft == calls.contains { $0.mayHaveLeft })
            #expect(end.reports.count == calls.count { !$0.isWell })
            #expect(end.gateways.count == calls.count)
        }
    }

    @Test("a try without a call has the outcome that it was given, and nothing on record")
    func withoutCall() {
        var made = GatewayTry(withoutCall: .refused(reason: "away", .forNow))
        made.end(othersAreLeft: true)
        #expect(made.outcome == .refused(reason: "away", .forNow) && !made.mayGoOn && made.reports.isEmpty)
    }

    private func made(_ outcomes: [SendOutcome], othersAreLeft: Bool) -> GatewayTry {
        let calls = outcomes.enumerated().map { index, outcome in
            EndedCall(
                gateway: "g\(index)", honorsIdempotencyKeys: false, outcome: outcome,
                endedAt: Timestamp(microseconds: 0), took: .milliseconds(5))
        }
        var made = GatewayTry(calls[0])
        for call in calls.dropFirst() { made.add(call) }
        made.end(othersAreLeft: othersAreLeft)
        return made
    }
}

extension SendOutcome {
    fileprivate var mayHaveLeft: Bool {
        switch self {
        case .accepted, .unknown: true
        case .refused, .throttled: false
        }
    }

    fileprivate var isWell: Bool {
        switch self {
        case .accepted: true
        case .refused, .throttled, .unknown: false
        }
    }
}
