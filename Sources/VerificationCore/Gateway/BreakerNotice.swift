/// What a worker reports to all workers about a gateway's breaker.
///
/// Workers read notices late, and in any order. So `isNewer` decides which of two notices counts, the same for all
/// workers and for the registry.
package struct BreakerNotice: Sendable, Hashable {
    /// Whether the opening lasts.
    package enum State: String, Sendable, Hashable, CaseIterable {
        case closed, open
    }

    /// The gateway's name.
    package let gateway: String
    /// Counts the openings of this gateway's breaker, from 1.
    package let generation: Int
    package let state: State
    /// How long it stays open from now; zero when it is closed, or when the time is over.
    package let remaining: Duration
    /// Why it opened, for example `half-failed`; a stable identifier of at most 40 bytes, see `BreakerReason`.
    package let reason: String

    package init(gateway: String, generation: Int, state: State, remaining: Duration, reason: String) {
        self.gateway = gateway
        self.generation = generation
        self.state = state
        self.remaining = remaining
        self.reason = reason
    }

    /// Whether this notice replaces another of the same gateway.
    ///
    /// A later opening replaces an earlier opening and its end. The end of an opening replaces the opening, and never
    /// the other way round. So a notice that comes late does not open again what has closed since.
    ///
    /// - Two workers that open at the same time make the same generation: the notice that came first stays.
    /// - Two workers that close at the same time say the same.
    /// - When a trial call succeeds at a worker, and fails at another at the same time, the second worker makes a new
    ///   generation. So the breaker is open for all, until the next trial call.
    package func isNewer(than other: BreakerNotice) -> Bool {
        (generation, state == .closed ? 1 : 0) > (other.generation, other.state == .closed ? 1 : 0)
    }
}

/// Why a breaker opens; the raw value stands in its notice.
///
/// A worker of another version may have other reasons, so a notice keeps its reason as a text.
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

extension Breaker {
    /// What this worker knows of the newest opening; nil when it knows of no opening.
    package func notice(at now: Duration) -> BreakerNotice? {
        guard generation > 0 else { return nil }
        var remaining = Duration.zero
        if isOpening, case .waiting(_, _, let until) = phase { remaining = max(.zero, until - now) }
        return BreakerNotice(
            gateway: gateway, generation: generation, state: isOpening ? .open : .closed, remaining: remaining,
            reason: reason)
    }

    /// Follows a notice of another worker, if it is newer than what this worker knows.
    ///
    /// A worker that hears of an opening stops calling at once, without failures of its own. A worker that hears of an
    /// end closes at once, without trials of its own. A hold, which is this worker's own, lasts on.
    ///
    /// A worker that has missed an opening and its end may open under the same number. Then the end, heard late, closes
    /// its breaker too. If the gateway still fails, the worker opens again under a new number.
    package mutating func adopt(_ notice: BreakerNotice, at now: Duration) {
        if let known = self.notice(at: now), !notice.isNewer(than: known) { return }
        let wasOpening = isOpening
        switch notice.state {
        case .open:
            countOpening(at: now)
            phase = .waiting(.failures, since: now, until: now + notice.remaining)
        case .closed:
            if wasOpening, !isHeld { close(at: now) }
        }
        generation = notice.generation
        isOpening = notice.state == .open
        reason = notice.reason
    }

    private var isHeld: Bool {
        switch phase {
        case .waiting(.throttled, _, _), .trying(.throttled, _, _): true
        case .closed, .waiting(.failures, _, _), .trying(.failures, _, _): false
        }
    }
}
