/// Tells facts to those who listen.
///
/// Test numbers are in no statistics. This is the place that sees to it: their facts go to logs and traces alone. Only how
/// long a worker had a delivery in hand, and that it was dead-lettered, counts for every number.
package struct Facts: Sendable {
    /// Takes a fact and when it happened, and never waits.
    package typealias Listener = @Sendable (Fact, Timestamp) -> Void

    private let statistics: [Listener]
    private let records: [Listener]

    /// - Parameters:
    ///   - statistics: Count what happens to real numbers.
    ///   - records: Hear of every number.
    package init(statistics: [Listener] = [], records: [Listener] = []) {
        (self.statistics, self.records) = (statistics, records)
    }

    /// Tells a fact of the moment `now` to all who listen, one after the other.
    package func tell(_ fact: Fact, at now: Timestamp) {
        if !fact.isOfTestNumber {
            for hear in statistics { hear(fact, now) }
        }
        for hear in records { hear(fact, now) }
    }
}

extension Fact {
    /// Whether it concerns a test number, by the clock of the process that decided that: the API process's for a call,
    /// the store's for a worker.
    ///
    /// False for what a worker or a provider does with any message, and where the process cannot know.
    fileprivate var isOfTestNumber: Bool {
        switch self {
        case .started(_, let isTestNumber), .turnedAway(_, _, _, let isTestNumber),
            .notQueued(_, _, _, let isTestNumber), .checked(_, _, _, let isTestNumber),
            .canceled(_, let isTestNumber):
            isTestNumber
        case .decided(let verdict, let claim): claim.testNumber != nil && !verdict.isRealSend
        case .called(_, let order, _, _): order.code.isFixed
        case .recorded(let record, _), .recordLost(let record, _, _): record.order.code.isFixed
        case .receiptSaved(let receipt, _): receipt.gateway == TestNumber.gateway
        case .appVerified, .pushed, .checkLackedKey, .failedOver, .handled, .settled, .eventHandled: false
        }
    }
}

extension Verdict {
    /// Whether the message goes to a gateway: by the store's clock the number is no test number any more.
    fileprivate var isRealSend: Bool {
        guard case .send(let order) = self else { return false }
        return !order.code.isFixed
    }
}
