/// How many places are taken, which callers wait, and when the next caller may begin.
///
/// It has no clock: the caller passes the time, or nil without a pace.
struct PermitLine<Instant: InstantProtocol> where Instant.Duration == Duration {
    typealias Waiter = CheckedContinuation<Bool, Never>

    /// How much of a timer's delay the line makes up for.
    ///
    /// Example: starts are planned every 100 ms, and the timer runs 4 ms late. The next start comes 96 ms later, on
    /// time. When the timer runs 30 ms late, the next start comes 90 ms later.
    private static var catchUp: Duration { .milliseconds(10) }

    private let places: Int
    /// The time between two starts; nil without a pace.
    private let interval: Duration?
    private(set) var taken = 0
    /// Whether the line admits no more callers.
    private(set) var isClosed = false
    /// The next caller may not begin before this moment.
    private var nextStart: Instant
    /// The moment for which `admit` last asked its caller to look again; nil after that moment.
    private var wakeUp: Instant?
    /// The callers who wait, by ticket; the smallest ticket comes first, and a cancelled caller leaves a gap.
    private var waiters: [UInt64: Waiter] = [:]
    private var firstTicket: UInt64 = 0
    private var nextTicket: UInt64 = 0

    var waiting: Int { waiters.count }

    init(places: Int, interval: Duration?, start: Instant) {
        self.places = places
        self.interval = interval
        nextStart = start
    }

    /// Takes a place and returns nil, if a place is free, no caller waits and the pace allows it.
    ///
    /// Otherwise returns a ticket for `enter`.
    mutating func takeOrDraw(now: Instant?) -> UInt64? {
        if waiters.isEmpty, taken < places, isTime(now) {
            take(now, catchingUp: .zero)
            return nil
        }
        nextTicket += 1
        return nextTicket - 1
    }

    mutating func enter(_ waiter: Waiter, with ticket: UInt64) {
        waiters[ticket] = waiter
        // A caller draws its ticket and enters later. Meanwhile the line may have moved past the ticket.
        firstTicket = min(firstTicket, ticket)
    }

    /// Takes a waiter out of the line; nil when it has left the line already, or has not entered yet.
    mutating func leave(_ ticket: UInt64) -> Waiter? { waiters.removeValue(forKey: ticket) }

    /// - Returns: All waiters, in no order.
    mutating func close() -> [Waiter] {
        isClosed = true
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    mutating func giveBack(isUsed: Bool) {
        taken -= 1
        if !isUsed, let interval { nextStart = nextStart.advanced(by: .zero - interval) }
    }

    /// Admits waiters in their order, as long as places are free and the pace allows it.
    ///
    /// - Returns: The admitted waiters, and when to call again. That moment is nil when no waiter waits for time alone,
    ///   or when the line has asked for an early enough moment already.
    mutating func admit(now: Instant?) -> (admitted: [Waiter], wakeUp: Instant?) {
        var admitted: [Waiter] = []
        while taken < places, !waiters.isEmpty {
            guard isTime(now) else { return (admitted, newWakeUp()) }
            guard let waiter = popFirst() else { break }
            take(now, catchingUp: Self.catchUp)
            admitted.append(waiter)
        }
        return (admitted, nil)
    }

    mutating func wokeUp(at moment: Instant) {
        if wakeUp == moment { wakeUp = nil }
    }

    private func isTime(_ now: Instant?) -> Bool { now.map { nextStart <= $0 } ?? true }

    private mutating func take(_ now: Instant?, catchingUp: Duration) {
        taken += 1
        guard let now, let interval else { return }
        nextStart = max(nextStart, now.advanced(by: .zero - catchingUp)).advanced(by: interval)
    }

    private mutating func newWakeUp() -> Instant? {
        if let wakeUp, wakeUp <= nextStart { return nil }
        wakeUp = nextStart
        return nextStart
    }

    private mutating func popFirst() -> Waiter? {
        while firstTicket < nextTicket {
            firstTicket += 1
            if let waiter = waiters.removeValue(forKey: firstTicket - 1) { return waiter }
        }
        return nil
    }
}
