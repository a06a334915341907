/// Who holds a place, who waits for one, and when the next may begin; no clock of its own.
struct PermitLine<Instant: InstantProtocol> where Instant.Duration == Duration {
    typealias Waiter = CheckedContinuation<Bool, Never>

    /// How much of a pause that came too late is made up for: a timer's imprecision, no more.
    private static var catchUp: Duration { .milliseconds(10) }

    private let places: Int
    /// Between two beginnings; nil without pacing.
    private let interval: Duration?
    private(set) var taken = 0
    /// Nobody comes in any more.
    private(set) var isClosed = false
    /// The earliest moment for the next to begin.
    private var nextStart: Instant
    /// The next moment at which somebody will look again.
    private var wakeUp: Instant?
    /// Waiting in the order of their tickets; cancelled ones are simply missing.
    private var waiters: [UInt64: Waiter] = [:]
    private var firstTicket: UInt64 = 0
    private var nextTicket: UInt64 = 0

    var waiting: Int { waiters.count }

    init(places: Int, interval: Duration?, start: Instant) {
        self.places = places
        self.interval = interval
        nextStart = start
    }

    /// Takes a place if one is free and nobody waits (nil); a ticket to wait with if not.
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
        // Tickets may come in late, after the line has moved past them.
        firstTicket = min(firstTicket, ticket)
    }

    /// Takes a waiter out of the line; nil when it has been admitted, or not entered.
    mutating func leave(_ ticket: UInt64) -> Waiter? { waiters.removeValue(forKey: ticket) }

    /// - Returns: everybody who waits, in no order.
    mutating func close() -> [Waiter] {
        isClosed = true
        defer { waiters = [:] }
        return Array(waiters.values)
    }

    mutating func giveBack(isUsed: Bool) {
        taken -= 1
        if !isUsed, let interval { nextStart = nextStart.advanced(by: .zero - interval) }
    }

    /// Admits from the front while there are places and it is time.
    ///
    /// - Returns: who was admitted, and when to look again if that is not yet taken care of.
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
