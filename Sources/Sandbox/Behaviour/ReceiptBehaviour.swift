import VerificationCore

/// The receipts that the sandbox sends for the messages that it has accepted; by default none.
package struct ReceiptBehaviour: Sendable, Hashable {
    /// The share of accepted messages, from 0 to 1, whose receipts say sent and then delivered.
    package var delivered = 0.0
    /// The share of accepted messages whose receipts say sent and then not delivered.
    package var undelivered = 0.0
    /// The share whose receipts get lost; the rest of the messages have no receipts either.
    package var lost = 0.0
    /// When the last receipt of a message comes, counted from the message; the receipt before it comes in half the time.
    package var delay: ClosedRange<Duration> = .zero ... .zero
    /// The share of messages whose receipts come in the wrong order: delivered first, then sent.
    package var reversed = 0.0
    /// The share of messages whose receipts come twice each.
    package var twice = 0.0

    package init() {}

    /// Whether a sender should keep the ids of messages, because receipts may come.
    var isAskedFor: Bool { delivered + undelivered + lost > 0 }

    /// A receipt on its way.
    struct Step: Sendable, Hashable {
        let status: DeliveryStatus
        /// Counted from the message.
        let after: Duration
    }

    /// The receipts of a message, in the order in which the sandbox sends them; empty when they get lost.
    ///
    /// `chance` gives evenly spread numbers from 0 up to 1, without 1.
    func steps(chance: () -> Double) -> [Step] {
        let draw = chance()
        guard draw < delivered + undelivered else { return [] }
        let last: DeliveryStatus = draw < delivered ? .delivered : .undelivered
        let span = delay.upperBound - delay.lowerBound
        let end = span == .zero ? delay.lowerBound : delay.lowerBound + span * chance()
        let order: [DeliveryStatus] = reversed > 0 && chance() < reversed ? [last, .sent] : [.sent, last]
        let copies = twice > 0 && chance() < twice ? 2 : 1
        return zip(order, [end / 2, end]).flatMap { status, after in
            Array(repeating: Step(status: status, after: after), count: copies)
        }
    }
}
