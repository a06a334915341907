import HTTPService

/// How the sandbox behaves as a provider; by default it accepts every message at once and tells no receipts.
package struct SandboxBehaviour: Sendable, Hashable {
    /// How long an answer takes; the times are evenly spread between the bounds.
    package var latency: ClosedRange<Duration> = .zero ... .zero
    /// The share of all answers, from 0 to 1, that take `slowLatency` instead.
    package var slow = 0.0
    package var slowLatency: Duration = .zero
    /// The share of all messages, from 0 to 1, that the sandbox refuses for a passing reason and does not take.
    package var refusedForNow = 0.0
    /// The share that the sandbox refuses for good and does not take.
    package var refusedForGood = 0.0
    /// The share that the sandbox does not take because it pretends to be busy.
    package var throttled = 0.0
    /// The share whose answer gets lost.
    ///
    /// The sandbox takes these messages, so that its inbox shows when a worker sends a message twice.
    package var unknown = 0.0
    /// How many messages the sandbox takes each second, while it throttles the others; 0 for any number.
    package var perSecond = 0.0
    /// How long a throttled sender shall wait; nil says nothing about it.
    package var retryAfter: Duration?
    package var receipts = ReceiptBehaviour()

    package init() {}

    package static let longestLatency = Duration.seconds(60)
    package static let longestReceiptDelay = Duration.seconds(3_600)
    package static let longestRetryAfter = Duration.seconds(3_600)
    package static let greatestRate = 1_000_000.0

    /// Whether the sandbox accepts every message at once, leaves nothing to chance, and tells no receipts.
    var isPlain: Bool {
        latency.upperBound == .zero && slow + refusedForNow + refusedForGood + throttled + unknown == 0
            && perSecond == 0 && !receipts.isAskedFor
    }

    /// Throws unless all shares are from 0 to 1, shares of the same whole are together at most 1, and times and rates are
    /// within their limits.
    package func validate() throws(Problem) {
        guard Self.areShares(of: [refusedForNow, refusedForGood, throttled, unknown]), Self.areShares(of: [slow]),
            Self.areShares(of: [receipts.delivered, receipts.undelivered, receipts.lost]),
            Self.areShares(of: [receipts.reversed]), Self.areShares(of: [receipts.twice])
        else { throw .impossibleShares }
        guard latency.lowerBound >= .zero, latency.upperBound <= Self.longestLatency,
            (.zero...Self.longestLatency).contains(slowLatency)
        else { throw .impossibleLatency }
        guard receipts.delay.lowerBound >= .zero, receipts.delay.upperBound <= Self.longestReceiptDelay else {
            throw .impossibleReceipts
        }
        guard (0...Self.greatestRate).contains(perSecond),
            retryAfter.map((.zero...Self.longestRetryAfter).contains) ?? true
        else { throw .impossibleRate }
    }

    /// Whether the numbers can be shares of one whole; the sum may be off by what is lost in adding.
    private static func areShares(of shares: [Double]) -> Bool {
        shares.allSatisfy { $0 >= 0 && $0 <= 1 } && shares.reduce(0, +) <= 1.000_001
    }
}
