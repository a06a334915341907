import Synchronization

/// Where a look at a queue in a table begins: behind what this process took from the queue a while ago.
///
/// While a transaction stays open for minutes, for example a backup or a search, PostgreSQL keeps the index entries of
/// all rows that were deleted since then. A look from the beginning goes through all of them: 1,000 events a second
/// leave 300,000 entries in five minutes.
///
/// Rows may come to stand before the place where a look begins: a transaction may take its place in the order long
/// before it commits, and another worker may give back what it has in hand. So looks begin two seconds behind, and once
/// a second a look begins at the beginning. A row that commits later than that waits for a second at most. When a look from the
/// beginning takes long, the next comes after twenty times as long, so that these looks cost a twentieth of one
/// connection's time.
final class QueueHead<Key: Comparable & Sendable>: Sendable {
    private struct State {
        /// The greatest key that this process took: until now, until `turned`, and until the turn before.
        var (taken, takenAtTurn, takenBefore) = (Key?.none, Key?.none, Key?.none)
        var turned: ContinuousClock.Instant?
        var wholeAfter: ContinuousClock.Instant?
    }

    /// A look that is under way.
    struct Look: Sendable {
        /// The look is for rows from this key on; nil for the beginning.
        let from: Key?
        fileprivate let began: ContinuousClock.Instant
    }

    private let state = Mutex(State())
    private let lag: Duration
    private let rest: Duration

    /// - Parameters:
    ///   - lag: how far behind a look begins, at least.
    ///   - rest: how long after a look from the beginning the next one comes, at least.
    init(lag: Duration = .seconds(2), rest: Duration = .seconds(1)) {
        self.lag = lag
        self.rest = rest
    }

    func look(at now: ContinuousClock.Instant) -> Look {
        state.withLock { state in
            let isWhole = state.wholeAfter.map { $0 <= now } ?? true
            return Look(from: isWhole ? nil : state.takenBefore, began: now)
        }
    }

    /// Notes the end of a look.
    ///
    /// - Parameters:
    ///   - look: the look that ends.
    ///   - last: the greatest key of the rows that are off the queue now; nil when there was none.
    ///   - found: when the database had answered.
    ///   - now: the present moment.
    func end(_ look: Look, last: Key?, found: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
        state.withLock { state in
            if look.from == nil { state.wholeAfter = now + max(rest, (found - look.began) * 20) }
            if let last { state.taken = max(state.taken ?? last, last) }
            guard state.turned.map({ $0 + lag <= now }) ?? true else { return }
            (state.takenBefore, state.takenAtTurn) = (state.takenAtTurn, state.taken)
            state.turned = now
        }
    }
}
