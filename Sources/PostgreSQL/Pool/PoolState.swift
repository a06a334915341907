import Connections
import DequeModule

/// What a pool knows and decides: who has a connection, who waits, and when to open another connection.
///
/// It only decides; the pool acts. While connecting fails, and after a connection was lost, the pool opens a single
/// connection at a time, and only after a wait. After the first success it opens several at the same time again.
struct PoolState<Connection: AnyObject, Waiter> {
    private let limit: Int
    private let backoff: Backoff
    private(set) var idle: [Connection] = []
    private(set) var busy = 0
    private(set) var opening = 0
    private(set) var isClosed = false
    private var waiters: Deque<(number: Int, waiter: Waiter)> = []
    private var lastNumber = 0
    private var failures = 0
    private var notBefore: ContinuousClock.Instant?
    private var lastError: PostgresError?

    /// - Parameters:
    ///   - limit: the most connections at a time; less than 1 counts as 1.
    ///   - backoff: the pauses between tries to connect.
    init(limit: Int, backoff: Backoff = .reconnect) {
        self.limit = max(1, limit)
        self.backoff = backoff
    }

    var open: Int { idle.count + busy }
    var waiting: Int { waiters.count }
}

// MARK: - Callers

extension PoolState {
    /// Takes the idle connection that was used last; nil when no connection is idle.
    mutating func take() -> Connection? {
        guard let connection = idle.popLast() else { return nil }
        busy += 1
        return connection
    }

    /// - Returns: the number for `giveUp`.
    mutating func enqueue(_ waiter: Waiter) -> Int {
        lastNumber += 1
        waiters.append((lastNumber, waiter))
        return lastNumber
    }

    /// - Returns: nil when the waiter already has its answer.
    mutating func giveUp(_ number: Int) -> Waiter? {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return nil }
        return waiters.remove(at: index).waiter
    }

    /// Why a waiter got no connection in time.
    var reasonForWaiting: PostgresError {
        if open >= limit { return PostgresError(.poolExhausted, context: "all \(limit) are busy") }
        return lastError ?? .unavailable("no connection could be opened in time")
    }
}

// MARK: - Connections

extension PoolState {
    /// Where a connection without a user goes.
    enum Destination {
        case waiter(Waiter)
        case idle
        /// To be closed.
        case nowhere
    }

    mutating func giveBack(_ connection: Connection, isOpen: Bool, now: ContinuousClock.Instant) -> Destination {
        busy -= 1
        guard isOpen else {
            noteLoss(now: now)
            return .nowhere
        }
        return place(connection)
    }

    mutating func opened(_ connection: Connection) -> Destination {
        opening -= 1
        failures = 0
        notBefore = nil
        lastError = nil
        return place(connection)
    }

    /// Removes an idle connection that broke; a connection in use is not here, and `giveBack` notes its loss.
    mutating func lost(_ connection: Connection, now: ContinuousClock.Instant) {
        let count = idle.count
        idle.removeAll { $0 === connection }
        if idle.count < count { noteLoss(now: now) }
    }

    /// - Returns: the waiters to turn away: all, unless some connection is open and may come back to them.
    mutating func openingFailed(_ error: PostgresError, now: ContinuousClock.Instant) -> [Waiter] {
        opening -= 1
        failures += 1
        lastError = error
        notBefore = now + backoff.delay(after: failures)
        guard open == 0 else { return [] }
        return removeWaiters()
    }

    /// The pool calls this after every event, again and again until it returns nil.
    ///
    /// - Returns: how long to wait before opening one more connection.
    mutating func nextOpening(now: ContinuousClock.Instant) -> Duration? {
        guard !isClosed, waiters.count > opening, open + opening < limit else { return nil }
        guard failures == 0 || opening == 0 else { return nil }
        opening += 1
        return notBefore.map { max(.zero, $0 - now) } ?? .zero
    }

    /// - Returns: the waiters to turn away and the connections to close. Connections in use are closed when they come
    ///   back.
    mutating func close() -> (waiters: [Waiter], connections: [Connection]) {
        isClosed = true
        defer { idle = [] }
        return (removeWaiters(), idle)
    }

    private mutating func place(_ connection: Connection) -> Destination {
        if isClosed { return .nowhere }
        guard let next = waiters.popFirst() else {
            idle.append(connection)
            return .idle
        }
        busy += 1
        return .waiter(next.waiter)
    }

    private mutating func noteLoss(now: ContinuousClock.Instant) {
        guard failures == 0 else { return }
        failures = 1
        notBefore = now + backoff.delay(after: failures)
    }

    private mutating func removeWaiters() -> [Waiter] {
        defer { waiters = [] }
        return waiters.map(\.waiter)
    }
}
