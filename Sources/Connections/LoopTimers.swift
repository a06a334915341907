import HeapModule

/// The moments at which a loop has something to do, and what.
///
/// A timer that is moved or cancelled leaves its old moment in the heap, where it is skipped when its turn comes.
struct LoopTimers {
    typealias Action = @Sendable () -> Void

    private struct Moment: Comparable {
        let instant: ContinuousClock.Instant
        let timer: UInt64

        static func < (left: Moment, right: Moment) -> Bool { left.instant < right.instant }
    }

    private var moments = Heap<Moment>()
    private var pending: [UInt64: (instant: ContinuousClock.Instant, action: Action)] = [:]

    /// Makes `timer` ring at `instant`, unless it rings before; true when it is now the first of all.
    mutating func ring(_ timer: UInt64, noLaterThan instant: ContinuousClock.Instant, _ action: @escaping Action)
        -> Bool
    {
        if let known = pending[timer], known.instant <= instant { return false }
        pending[timer] = (instant, action)
        moments.insert(Moment(instant: instant, timer: timer))
        return next == instant
    }

    /// - Returns: the action of the timer that is no longer set.
    mutating func cancel(_ timer: UInt64) -> Action? {
        defer { dropStale() }
        return pending.removeValue(forKey: timer)?.action
    }

    /// When the first timer rings; nil without a timer.
    var next: ContinuousClock.Instant? { moments.min?.instant }

    /// Takes out what is due, in order of time; a timer that rings is no longer set.
    mutating func takeDue(at now: ContinuousClock.Instant) -> [Action] {
        var due: [Action] = []
        while let first = moments.min, first.instant <= now {
            moments.removeMin()
            guard let timer = pending[first.timer], timer.instant == first.instant else { continue }
            pending[first.timer] = nil
            due.append(timer.action)
        }
        dropStale()
        return due
    }

    /// Drops moments of timers that were cancelled or moved, so that the loop does not wake up for them.
    private mutating func dropStale() {
        while let first = moments.min, pending[first.timer]?.instant != first.instant { moments.removeMin() }
    }
}
