import VerificationCore

/// When the next call may begin: calls are spread evenly, and the time between them may change.
///
/// It has no clock: the caller passes the time.
struct StartPace<Instant: InstantProtocol> where Instant.Duration == Duration {
    /// How much of a timer's delay the pace makes up for.
    ///
    /// Example: starts are planned every 100 ms, and the timer runs 4 ms late. The next start comes 96 ms later, on
    /// time. When the timer runs 30 ms late, the next start comes 90 ms later.
    private static var catchUp: Duration { .milliseconds(10) }

    /// The time between two starts.
    private(set) var interval: Duration
    /// A shorter time between two starts, and from when on it counts.
    private var shorter: (interval: Duration, from: Instant)?
    /// The next call may not begin before this moment.
    private var nextStart: Instant
    /// The next admitted call may not begin before this moment.
    private var nextCall: Instant
    /// A shorter time between two starts brings no start before this moment: until then others may need their parts.
    private var settledAt: Instant
    /// Whether other workers share the pace; then it counts only while this worker knows how many there are.
    private var isShared = false
    /// When this worker asked for what it knows of the others; nil before the first answer.
    private var askedAt: Instant?

    init(interval: Duration, start: Instant) {
        self.interval = interval
        (nextStart, nextCall, settledAt) = (start, start, start)
    }

    /// From now on no call begins before `follow`.
    mutating func share() { isShared = true }

    /// Whether a call may begin now.
    mutating func isTime(_ now: Instant) -> Bool {
        if let shorter, shorter.from <= now {
            // The new parts begin here, and a start that they would have had earlier is not made up for.
            settledAt = max(settledAt, shorter.from)
            change(to: shorter.interval)
        }
        return nextStart <= now && isKnown(now)
    }

    /// When to look again; nil when only `follow` can bring the next start.
    func nextLook(_ now: Instant) -> Instant? { isKnown(now) ? nextStart : nil }

    /// Begins a call.
    ///
    /// `wasWaiting`: whether the call waited for a timer, whose delay the pace makes up for.
    mutating func start(_ now: Instant, wasWaiting: Bool) {
        let planned = max(nextStart, now.advanced(by: wasWaiting ? .zero - Self.catchUp : .zero))
        nextStart = planned.advanced(by: interval)
    }

    /// Takes the next moment for a call that was admitted before, and returns it.
    ///
    /// While admitted calls have to wait here, no further caller is admitted: the late calls use the pace up. Example:
    /// at 100 a second the database stalls for 3 s. Afterwards 300 admitted calls begin within 3 s, and not at once.
    mutating func call(_ now: Instant) -> Instant {
        let moment = max(nextCall, now.advanced(by: .zero - Self.catchUp))
        nextCall = moment.advanced(by: interval)
        if moment > now { nextStart = max(nextStart, moment) }
        return moment
    }

    /// Makes up for a start that was not used.
    mutating func giveBack() { nextStart = nextStart.advanced(by: .zero - interval) }

    /// Takes this worker's part of the pace, as an exchange with the other workers gave it.
    ///
    /// - Parameters:
    ///   - interval: The time between two starts of this worker.
    ///   - isAlone: Whether no other worker is alive.
    ///   - askedAt: When the exchange began.
    ///   - now: When its answer came.
    mutating func follow(_ interval: Duration, isAlone: Bool, askedAt: Instant, now: Instant) {
        // After a longer silence the others may have divided this worker's part among them.
        let isNew = self.askedAt.map { $0.duration(to: askedAt) > PaceShare.settling } ?? true
        self.askedAt = askedAt
        if isNew {
            (self.interval, shorter) = (interval, nil)
            settledAt = isAlone ? now : now.advanced(by: PaceShare.settling)
            nextStart = max(nextStart, settledAt)
        } else if interval >= self.interval {
            change(to: interval)
        } else if shorter?.interval != interval {
            shorter = (interval, now.advanced(by: PaceShare.window))
        }
    }

    private mutating func change(to interval: Duration) {
        let lastStart = nextStart.advanced(by: .zero - self.interval)
        nextStart = max(lastStart.advanced(by: interval), settledAt)
        (self.interval, shorter) = (interval, nil)
    }

    private func isKnown(_ now: Instant) -> Bool {
        guard isShared else { return true }
        return askedAt.map { $0.duration(to: now) <= PaceShare.freshness } ?? false
    }
}
