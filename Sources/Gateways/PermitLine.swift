/// How many places are taken, which callers wait, and when the next caller may begin.
///
/// It has no clock: the caller passes the time, or nil without a pace.
struct PermitLine<Instant: InstantProtocol> where Instant.Duration == Duration {
    typealias Waiter = CheckedContinuation<WaitEnd, Never>

    private let places: Int
    private let mostWaiting: Int
    /// Nil when calls may begin at any time.
    var pace: StartPace<Instant>?
    private(set) var taken = 0
    /// Whether the line admits no more callers.
    private(set) var isClosed = false
    /// The moment for which `newWakeUp` last asked its caller to look again; nil after that moment.
    private var wakeUp: Instant?
    /// The callers who wait, by ticket; the smallest ticket comes first, and a cancelled caller leaves a gap.
    private var waiters: [UInt64: (waiter: Waiter, end: Instant)] = [:]
    private var firstTicket: UInt64 = 0
    private var nextTicket: UInt64 = 0

    var waiting: Int { waiters.count }

    /// Whether no further caller may wait.
    var isFull: Bool { waiters.count >= mostWaiting }

    init(places: Int, mostWaiting: Int, pace: StartPace<Instant>?) {
        self.places = places
        self.mostWaiting = mostWaiting
        self.pace = pace
    }

    /// About how long the line takes to serve all who wait now; `call`: how long a call usually takes.
    func length(call: Duration) -> Duration {
        let inPlaces = call * waiting / max(1, places)
        return max(inPlaces, pace.map { $0.interval * waiting } ?? .zero)
    }

    /// Takes a place, if a place is free, no caller waits and the pace allows it.
    mutating func takeAtOnce(now: Instant?) -> Bool {
        guard waiters.isEmpty, taken < places, isTime(now) else { return false }
        take(now, wasWaiting: false)
        return true
    }

    /// - Returns: a ticket for `enter`.
    mutating func draw() -> UInt64 {
        nextTicket += 1
        return nextTicket - 1
    }

    /// `end`: when the caller's patience is over.
    mutating func enter(_ waiter: Waiter, with ticket: UInt64, until end: Instant) {
        waiters[ticket] = (waiter, end)
        // A caller draws its ticket and enters later. Meanwhile the line may have moved past the ticket.
        firstTicket = min(firstTicket, ticket)
    }

    /// Takes a waiter out of the line; nil when it has left the line already, or has not entered yet.
    mutating func leave(_ ticket: UInt64) -> Waiter? { waiters.removeValue(forKey: ticket)?.waiter }

    /// Sends the waiters out of the line whose patience is over.
    mutating func expel(at now: Instant) -> [Waiter] {
        let late = waiters.filter { $0.value.end <= now }
        for ticket in late.keys { waiters[ticket] = nil }
        return late.values.map(\.waiter)
    }

    /// Sends all waiters out of the line; the line stays open.
    ///
    /// - Returns: All waiters, in no order.
    mutating func empty() -> [Waiter] {
        defer { waiters = [:] }
        return waiters.values.map(\.waiter)
    }

    /// - Returns: All waiters, in no order.
    mutating func close() -> [Waiter] {
        isClosed = true
        return empty()
    }

    mutating func giveBack(isUsed: Bool) {
        taken -= 1
        if !isUsed { pace?.giveBack() }
    }

    /// Admits the first waiter, if a place is free and the pace allows it.
    mutating func admit(now: Instant?) -> Waiter? {
        guard taken < places, !waiters.isEmpty, isTime(now), let waiter = popFirst() else { return nil }
        take(now, wasWaiting: true)
        return waiter
    }

    /// When to call `admit` again; nil when no waiter waits for time alone, or when an early enough moment is asked for.
    ///
    /// `notBefore`: for another reason than the pace, no caller is admitted earlier.
    mutating func newWakeUp(now: Instant?, notBefore: Instant?) -> Instant? {
        guard taken < places, !waiters.isEmpty, let now else { return nil }
        let paced = pace.map { $0.nextLook(now) } ?? now
        guard let paced, let moment = [paced, notBefore].compactMap({ $0 }).max(), moment > now else { return nil }
        if let wakeUp, wakeUp <= moment { return nil }
        wakeUp = moment
        return moment
    }

    mutating func wokeUp(at moment: Instant) {
        if wakeUp == moment { wakeUp = nil }
    }

    private mutating func isTime(_ now: Instant?) -> Bool {
        guard let now else { return true }
        return pace?.isTime(now) ?? true
    }

    private mutating func take(_ now: Instant?, wasWaiting: Bool) {
        taken += 1
        if let now { pace?.start(now, wasWaiting: wasWaiting) }
    }

    private mutating func popFirst() -> Waiter? {
        while firstTicket < nextTicket {
            firstTicket += 1
            if let entry = waiters.removeValue(forKey: firstTicket - 1) { return entry.waiter }
        }
        return nil
    }
}
