/// Why a breaker opens, by the word in its notice.
///
/// A worker of another version may have other words, so a notice keeps its reason as a text.
package enum BreakerReason: String, Sendable, Hashable, CaseIterable {
    case halfFailed = "half-failed"
    case failuresInRow = "failures-in-row"
    case trialFailed = "trial-failed"
    /// The gateway took the messages, but most of the failed calls only took longer than `BreakerRules.slowCall`.
    case halfSlow = "half-slow"
    case slowInRow = "slow-in-row"
    case trialSlow = "trial-slow"

    /// The same reason where the failed calls were only slow.
    var ofSlowCalls: BreakerReason {
        switch self {
        case .halfFailed, .halfSlow: .halfSlow
        case .failuresInRow, .slowInRow: .slowInRow
        case .trialFailed, .trialSlow: .trialSlow
        }
    }
}
