import HTTPService

/// How the sandbox behaves as a provider; by default it accepts everything at once.
package struct SandboxBehaviour: Sendable, Hashable {
    /// How long an answer takes, evenly spread between the bounds.
    package var latency: ClosedRange<Duration> = .zero ... .zero
    /// Of all messages, the share that is refused for a passing reason, and not taken.
    package var refusedForNow = 0.0
    /// The share that is refused for good, and not taken.
    package var refusedForGood = 0.0
    /// The share that is not taken because the sandbox is busy.
    package var throttled = 0.0
    /// The share whose answer is lost; they are taken, so that a second SMS for one message can be seen.
    package var unknown = 0.0

    package init() {}

    package static let longestLatency = Duration.seconds(60)

    /// Whether every message is accepted at once, without any chance about it.
    var isPlain: Bool {
        latency.upperBound == .zero && refusedForNow + refusedForGood + throttled + unknown == 0
    }

    /// Refuses shares that are none, and latencies that nobody would wait for.
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
