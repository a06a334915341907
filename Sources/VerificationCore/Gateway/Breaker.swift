/// Keeps messages away from a gateway that fails, and lets single calls try whether it works again.
///
/// Closed, it counts. Open, it admits no call. Then it is half open: a trial call at a time, until enough of them have
/// succeeded. A gateway that is too busy is held for a time, and then tried in the same way. That is no failure, so the
/// other workers do not hear of it.
///
/// It has no clock and no chance. Moments are spans since any fixed moment of the caller's monotonic clock. On the usual
/// path a call costs a comparison and two counts.
package struct Breaker: Sendable {
    enum Cause: Sendable {
        case failures, throttled
    }

    enum Phase: Sendable {
        /// `since`: calls that began before say nothing of the gateway as it is now.
        case closed(since: Duration)
        case waiting(Cause, since: Duration, until: Duration)
        /// `trial`: the call that tries, if a call tries now.
        case trying(Cause, successes: Int, trial: UInt64?)
    }

    let gateway: String
    let rules: BreakerRules
    var phase = Phase.closed(since: .zero)
    /// The newest opening that this worker knows of, its own or another worker's; 0 before the first opening.
    var generation = 0
    /// Whether that opening has not ended yet.
    var isOpening = false
    var reason = ""
    private var window = CallWindow()
    private var failuresInRow = 0
    /// How many of them were only slow.
    private var slowInRow = 0
    /// How many openings there were since the gateway last worked for longer than 10 seconds.
    private var openings = 0
    /// How many holds without a time there were since the gateway last worked.
    private var holds = 0
    private var lastTrial: UInt64 = 0

    /// - Parameters:
    ///   - gateway: The gateway's name in notices.
    ///   - rules: When it opens and closes.
    package init(gateway: String, rules: BreakerRules = BreakerRules()) {
        self.gateway = gateway
        self.rules = rules
    }

    /// Whether every message may go through; then no other question needs the time.
    package var isClosed: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Whether a message may go through now.
    package func standing(at now: Duration) -> GatewayStanding {
        switch phase {
        case .closed: .ready
        case .waiting(_, _, let until) where until <= now: .ready
        case .waiting(.throttled, _, let until) where until - now <= rules.patience: .hesitant
        case .waiting: .away
        case .trying(_, _, let trial): trial == nil ? .ready : .hesitant
        }
    }

    /// When a hold ends for which messages wait; nil when there is no such moment.
    package var holdEnd: Duration? {
        if case .waiting(.throttled, _, let until) = phase { until } else { nil }
    }

    /// Begins a call; only while the standing is ready.
    ///
    /// - Returns: the number of a trial call, which the caller hands back with `report` or `giveUp`; nil for a usual
    ///   call.
    package mutating func begin() -> UInt64? {
        switch phase {
        case .closed: return nil
        case .waiting(let cause, _, _): return beginTrial(cause, successes: 0)
        case .trying(let cause, let successes, _): return beginTrial(cause, successes: successes)
        }
    }

    /// Ends a trial without a call: nothing was learned, and the next message may try.
    package mutating func giveUp(_ trial: UInt64) {
        if case .trying(let cause, let successes, trial) = phase {
            phase = .trying(cause, successes: successes, trial: nil)
        }
    }

    /// Learns from a call.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the call.
    ///   - took: How long it took.
    ///   - trial: The number that `begin` gave it.
    ///   - now: When it ended.
    ///   - jitter: A chance from 0 to 1, which shortens a pause by up to a quarter; asked only when the breaker opens.
    package mutating func report(
        _ outcome: SendOutcome, took: Duration, trial: UInt64? = nil, at now: Duration, jitter: () -> Double
    ) {
        let grade = CallGrade(outcome, took: took, slowCall: rules.slowCall)
        // The same answer in time would have been none of the gateway's failures.
        let isSlow = grade == .fails && CallGrade(outcome, took: .zero, slowCall: rules.slowCall) == .works
        switch phase {
        case .closed(let since):
            // Example: calls of before the opening that end at their deadline, when the breaker has closed again.
            if now - took >= since { count(grade, isSlow: isSlow, at: now, jitter) }
        case .waiting(.throttled, let since, let until):
            guard case .isBusy(let told) = grade, now - took < since else { return }
            // The calls that were under way at the first such answer have similar answers, and make no new hold.
            let longer = now + min(told ?? .zero, rules.longestToldHold)
            phase = .waiting(.throttled, since: since, until: max(until, longer))
        case .waiting(.failures, _, _): break
        case .trying(let cause, let successes, let current):
            guard let trial, trial == current else { return }
            judge(grade, isSlow: isSlow, because: cause, after: successes, at: now, jitter: jitter)
        }
    }

    private mutating func beginTrial(_ cause: Cause, successes: Int) -> UInt64 {
        lastTrial += 1
        phase = .trying(cause, successes: successes, trial: lastTrial)
        return lastTrial
    }

    private mutating func count(_ grade: CallGrade, isSlow: Bool, at now: Duration, _ jitter: () -> Double) {
        switch grade {
        case .works:
            window.add(isFailure: false, at: now)
            (failuresInRow, slowInRow) = (0, 0)
        case .fails:
            window.add(isFailure: true, isSlow: isSlow, at: now)
            failuresInRow += 1
            slowInRow += isSlow ? 1 : 0
            if window.calls >= rules.leastCalls {
                guard window.failures * 2 >= window.calls else { return }
                open(.halfFailed, isSlow: window.slow * 2 > window.failures, at: now, jitter)
            } else if failuresInRow >= rules.failuresInRow {
                open(.failuresInRow, isSlow: slowInRow * 2 > failuresInRow, at: now, jitter)
            }
        case .isBusy(let told): hold(told, at: now)
        }
    }

    private mutating func judge(
        _ grade: CallGrade, isSlow: Bool, because cause: Cause, after successes: Int, at now: Duration,
        jitter: () -> Double
    ) {
        switch grade {
        case .works where successes + 1 >= (cause == .throttled ? 1 : rules.trialsToClose): close(at: now)
        case .works: phase = .trying(cause, successes: successes + 1, trial: nil)
        case .fails: open(.trialFailed, isSlow: isSlow, at: now, jitter)
        case .isBusy(let told): hold(told, at: now)
        }
    }

    private mutating func open(_ reason: BreakerReason, isSlow: Bool, at now: Duration, _ jitter: () -> Double) {
        countOpening(at: now)
        let doubled = rules.firstPause * (1 << min(openings - 1, 20))
        phase = .waiting(.failures, since: now, until: now + min(doubled, rules.longestPause) * (1 - jitter() / 4))
        generation += 1
        isOpening = true
        self.reason = (isSlow ? reason.ofSlowCalls : reason).rawValue
    }

    /// An opening counts as the first when the gateway has worked for more than 10 seconds before.
    mutating func countOpening(at now: Duration) {
        if case .closed(let since) = phase, now - since > .seconds(10) { openings = 0 }
        openings += 1
    }

    /// A time below a second counts as a second, so that a provider that says 0 is not asked again and again.
    private mutating func hold(_ told: Duration?, at now: Duration) {
        if told == nil { holds += 1 }
        let doubled = min(rules.firstHold * (1 << min(max(holds - 1, 0), 20)), rules.longestHold)
        let pause = told.map { min(max($0, .seconds(1)), rules.longestToldHold) } ?? doubled
        phase = .waiting(.throttled, since: now, until: now + pause)
    }

    mutating func close(at now: Duration) {
        phase = .closed(since: now)
        isOpening = false
        (failuresInRow, slowInRow) = (0, 0)
        holds = 0
        window.clear()
    }
}

/// Whether a gateway takes messages now.
package enum GatewayStanding: Sendable, Hashable {
    case ready
    /// Messages wait a little, or fail soon: another gateway of the route is better.
    case hesitant
    /// The gateway takes no messages, and requests do not wait for it.
    case away
}
