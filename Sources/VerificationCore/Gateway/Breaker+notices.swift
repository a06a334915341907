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
