import HTTPService

/// How the sandbox behaves as a provider; by default it accepts every message at once.
package struct SandboxBehaviour: Sendable, Hashable {
    /// How long an answer takes, evenly spread between the bounds.
    package var latency: ClosedRange<Duration> = .zero ... .zero
    /// Of all messages, the share that is refused for a passing reason, and not taken.
    package var refusedForNow = 0.0
    /// The share that is refused for good, and not taken.
    package var refusedForGood = 0.0
    /// The share that is not taken because the sandbox is busy.
    package var throttled = 0.0
    /// The share whose answer is lost.
    ///
    /// The sandbox takes these messages, so that a second SMS for the same message can be seen.
    package var unknown = 0.0

    package init() {}

    package static let longestLatency = Duration.seconds(60)

    /// Whether every message is accepted at once, with nothing left to chance.
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
