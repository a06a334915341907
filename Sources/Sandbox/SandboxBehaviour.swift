import HTTPService

/// How the sandbox behaves as a provider; by default it accepts every message at once.
package struct SandboxBehaviour: Sendable, Hashable {
    /// How long an answer takes; the times are evenly spread between the bounds.
    package var latency: ClosedRange<Duration> = .zero ... .zero
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

    package init() {}

    package static let longestLatency = Duration.seconds(60)

    /// Whether the sandbox accepts every message at once, and leaves nothing to chance.
    var isPlain: Bool {
        latency.upperBound == .zero && refusedForNow + refusedForGood + throttled + unknown == 0
    }

    /// Throws unless all shares are from 0 to 1, their sum is at most 1, and the latency is at most `longestLatency`.
    package func validate() throws(Problem) {
        let shares = [refusedForNow, refusedForGood, throttled, unknown]
        guard shares.allSatisfy({ $0 >= 0 && $0 <= 1 }), shares.reduce(0, +) <= 1.000_001 else {
            throw .impossibleShares
        }
        guard latency.lowerBound >= .zero, latency.upperBound <= Self.longestLatency else {
            throw .impossibleLatency
        }
    }
}
