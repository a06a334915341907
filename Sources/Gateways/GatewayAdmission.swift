import VerificationCore

/// Who gets through to a gateway: its places and its pace, its breaker, and what the operator said.
///
/// It has no clock: the caller passes the time, or nil when `needsTime` is false.
struct GatewayAdmission<Instant: InstantProtocol> where Instant.Duration == Duration {
    enum Entry {
        case admitted(trial: UInt64?)
        /// A ticket for `wait`.
        case drawn(UInt64)
        case away
        /// As many wait as may; the line will take about so long.
        case full(Duration)
        case turnedAway
    }

    typealias Waiter = PermitLine<Instant>.Waiter

    var line: PermitLine<Instant>
    var breaker: Breaker
    private(set) var control = GatewaySwitch.untouched
    /// The newest notice in the registry, as far as this worker has heard.
    private var told: BreakerNotice?
    /// Where the breaker's time begins.
    private let origin: Instant
    private let isPaced: Bool
    /// How long a call took lately, for the line's length.
    private var usualCall = Duration.zero

    init(places: Int, mostWaiting: Int, pace: StartPace<Instant>?, breaker: Breaker, origin: Instant) {
        line = PermitLine(places: places, mostWaiting: mostWaiting, pace: pace)
        self.breaker = breaker
        self.origin = origin
        isPaced = pace != nil
    }

    /// Whether a decision on the next caller needs the time.
    var needsTime: Bool { isPaced || !breaker.isClosed }

    func standing(now: Instant?) -> GatewayStanding {
        if control.isOff { return .away }
        guard let now, !breaker.isClosed else { return .ready }
        return breaker.standing(at: origin.duration(to: now))
    }

    /// Takes a place, or says what the caller can do instead.
    mutating func enter(now: Instant?) -> Entry {
        if line.isClosed { return .turnedAway }
        switch standing(now: now) {
        case .away: return .away
        case .ready where line.takeAtOnce(now: now): return .admitted(trial: breaker.begin())
        case .ready, .hesitant: return line.isFull ? .full(length) : .drawn(line.draw())
        }
    }

    /// Takes a place if that needs no wait.
    mutating func enterAtOnce(now: Instant?) -> Entry? {
        guard !line.isClosed, standing(now: now) == .ready, line.takeAtOnce(now: now) else { return nil }
        return .admitted(trial: breaker.begin())
    }

    /// Lets a caller with a ticket wait until `end`; a returned end means that it need not.
    mutating func wait(_ waiter: Waiter, with ticket: UInt64, until end: Instant, now: Instant?) -> WaitEnd? {
        if line.isClosed { return .turnedAway }
        if standing(now: now) == .away { return .sentOn }
        // Others may have entered since this caller drew its ticket.
        if line.isFull { return .full(length) }
        line.enter(waiter, with: ticket, until: end)
        return nil
    }

    private var length: Duration { line.length(call: usualCall) }

    /// Ends the waits of all who need not wait any more.
    ///
    /// `moment`: the time, also where no decision on the next caller needs it.
    ///
    /// - Returns: Those who have waited, and when to call again, if time alone can admit the next.
    mutating func admit(now: Instant?, at moment: Instant) -> (ended: [(Waiter, WaitEnd)], wakeUp: Instant?) {
        var ended: [(Waiter, WaitEnd)] = line.expel(at: moment).map { ($0, .late) }
        if line.waiting == 0 { return (ended, nil) }
        if standing(now: now) == .away { return (ended + line.empty().map { ($0, .sentOn) }, nil) }
        while standing(now: now) == .ready, let waiter = line.admit(now: now) {
            ended.append((waiter, .admitted(trial: breaker.begin())))
        }
        return (ended, wakeUp(now))
    }

    /// While a trial call is under way, its end brings the next caller, and no moment does.
    private mutating func wakeUp(_ now: Instant?) -> Instant? {
        if breaker.holdEnd == nil, standing(now: now) == .hesitant { return nil }
        return line.newWakeUp(now: now, notBefore: breaker.holdEnd.map { origin.advanced(by: $0) })
    }

    mutating func report(
        _ outcome: SendOutcome, took: Duration, trial: UInt64?, now: Instant, jitter: () -> Double
    ) {
        usualCall = usualCall == .zero ? took : (usualCall * 7 + took) / 8
        breaker.report(outcome, took: took, trial: trial, at: origin.duration(to: now), jitter: jitter)
    }

    /// What the registry does not know yet of the breaker.
    func pendingNotice(now: Instant) -> BreakerNotice? {
        guard let notice = breaker.notice(at: origin.duration(to: now)) else { return nil }
        return told.map { notice.isNewer(than: $0) } ?? true ? notice : nil
    }

    mutating func follow(_ entry: GatewayStatuses.Entry, now: Instant) {
        control = entry.control
        guard let notice = entry.notice else { return }
        told = notice
        breaker.adopt(notice, at: origin.duration(to: now))
    }
}

/// How a caller's wait for a place ends.
enum WaitEnd: Sendable {
    /// `trial`: the number of a trial call; nil for a usual call.
    case admitted(trial: UInt64?)
    /// The gateway went away; another gateway may have a place.
    case sentOn
    /// As many wait as may; the line will take about so long.
    case full(Duration)
    /// The caller's time is over.
    case late
    /// The caller was cancelled, or the worker gives back what it holds.
    case turnedAway
}
