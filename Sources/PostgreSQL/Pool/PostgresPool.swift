import Connections
import Synchronization

/// A bounded number of connections to a database, opened when callers need them.
///
/// Every call ends at its deadline, also when the server is frozen. The pool replaces broken connections one after
/// another, with growing, random pauses. While the server is away, calls throw `unavailable`. When the server is back,
/// no process has to restart. Cancelling a task does not end its call; the deadline does.
package final class PostgresPool: Sendable {
    private typealias Waiter = CheckedContinuation<Result<PostgresConnection, PostgresError>, Never>

    private let configuration: PostgresConfiguration
    private let connector: PostgresConnector
    private let state: Mutex<PoolState<PostgresConnection, Waiter>>
    private let roundTrips = Atomic(0)
    /// The server process of the last commit without an answer, while it may still hang; 0 while commits flow.
    let hangingProcess = Atomic<Int32>(0)

    /// Connects nowhere yet; the first call does.
    package init(_ configuration: PostgresConfiguration) {
        self.configuration = configuration
        connector = PostgresConnector(configuration)
        state = Mutex(PoolState(limit: configuration.maximumConnections))
    }

    /// Closes idle connections at once, and each other connection when its call is over.
    ///
    /// Calls that wait for a connection throw `unavailable`, and every later call too. A second close does nothing.
    package func close() {
        let (waiters, connections) = state.withLock { $0.close() }
        connections.forEach { $0.close() }
        waiters.forEach { $0.resume(returning: .failure(Self.closed)) }
    }

    /// How the pool stands at this moment; costs one lock.
    package var statistics: Statistics {
        state.withLock {
            Statistics(
                open: $0.open, idle: $0.idle.count, opening: $0.opening, waiting: $0.waiting,
                roundTrips: roundTrips.load(ordering: .relaxed))
        }
    }

    /// How many connections a pool has, and how many callers wait.
    package struct Statistics: Equatable, Sendable {
        /// Connections that are open, idle or in use.
        package let open: Int
        package let idle: Int
        /// Connections that the pool is opening, or will open after a pause.
        package let opening: Int
        /// Callers that wait for a connection.
        package let waiting: Int
        /// How many pipelines have been sent since the beginning.
        package let roundTrips: Int
    }

    private static let closed = PostgresError.unavailable("the pool is closed")
}

// MARK: - Calls

extension PostgresPool {
    /// Runs one statement as a transaction of its own.
    ///
    /// - Parameters:
    ///   - statement: the statement.
    ///   - deadline: for everything, waiting for a connection included; nil means `callTimeout` from now.
    /// - Returns: the statement's rows.
    /// - Throws: `outcomeUnknown` when no answer came; for a statement that changes nothing, `read` never throws it.
    @discardableResult
    package func query(
        _ statement: SQL, deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        try await run(Batch(statements: [statement], role: .whole), deadline: deadline)[0]
    }

    /// Runs statements in one round trip and one transaction: when a statement fails, no statement has an effect.
    ///
    /// An empty list needs no connection.
    @discardableResult
    package func pipeline(
        _ statements: [SQL], deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> [PostgresRows] {
        if statements.isEmpty { return [] }
        return try await run(Batch(statements: statements, role: .whole), deadline: deadline)
    }

    /// Runs a statement that changes nothing; the caller promises this.
    ///
    /// When the connection is lost, the pool sends the statement again on another connection, twice at most and only
    /// before the deadline. It never throws `outcomeUnknown`.
    package func read(
        _ statement: SQL, deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> PostgresRows {
        try await run(Batch(statements: [statement], role: .harmless), deadline: deadline)[0]
    }

    /// Runs statements that change nothing in one round trip, under the same promise as a single statement.
    package func read(
        _ statements: [SQL], deadline: ContinuousClock.Instant? = nil
    ) async throws(PostgresError) -> [PostgresRows] {
        if statements.isEmpty { return [] }
        return try await run(Batch(statements: statements, role: .harmless), deadline: deadline)
    }

    /// Returns when the server has answered a question.
    package func ping(deadline: ContinuousClock.Instant? = nil) async throws(PostgresError) {
        _ = try await read("select 1", deadline: deadline)
    }

    private func run(
        _ batch: Batch, deadline: ContinuousClock.Instant?
    ) async throws(PostgresError) -> [PostgresRows] {
        let deadline = deadline ?? .now + configuration.callTimeout
        var tries = 0
        while true {
            let connection = try await acquire(until: deadline)
            tries += 1
            do {
                let rows = try await perform(batch, on: connection, deadline: deadline)
                release(connection)
                return rows
            } catch {
                release(connection)
                guard error.remedy == .anotherConnection, tries < 3 else { throw error }
            }
        }
    }

    /// Sends a batch; every call of the pool goes through here, so that `roundTrips` counts it.
    func perform(
        _ batch: Batch, on connection: PostgresConnection, deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> [PostgresRows] {
        roundTrips.add(1, ordering: .relaxed)
        return try await performWatched(batch, on: connection, deadline: deadline)
    }

    /// When a call that begins now without a deadline of its own has to be over.
    var defaultDeadline: ContinuousClock.Instant { .now + configuration.callTimeout }
}

// MARK: - Connections

extension PostgresPool {
    /// Waits for a connection until `deadline`, and never longer than `acquireTimeout`; gives it back with `release`.
    func acquire(until deadline: ContinuousClock.Instant) async throws(PostgresError) -> PostgresConnection {
        if let connection = state.withLock({ $0.take() }) { return connection }
        let result = await withCheckedContinuation { enqueue($0, until: deadline) }
        return try result.get()
    }

    /// Gives a connection back; a broken connection is forgotten.
    func release(_ connection: PostgresConnection) {
        let isOpen = connection.isOpen.load(ordering: .sequentiallyConsistent)
        send(connection, to: state.withLock { $0.giveBack(connection, isOpen: isOpen, now: .now) })
    }

    private func enqueue(_ waiter: Waiter, until deadline: ContinuousClock.Instant) {
        enum Start {
            case served(PostgresConnection), turnedAway, waiting(Int)
        }
        let start = state.withLock { state -> Start in
            if state.isClosed { return .turnedAway }
            // Another caller may have given a connection back since this caller looked.
            return state.take().map { .served($0) } ?? .waiting(state.enqueue(waiter))
        }
        switch start {
        case .served(let connection): waiter.resume(returning: .success(connection))
        case .turnedAway: waiter.resume(returning: .failure(Self.closed))
        case .waiting(let number):
            let end = min(deadline, .now + configuration.acquireTimeout)
            // Without the shared loop no connection can be opened, which ends the wait as well.
            ConnectionLoop.shared?.async(at: end) { [weak self] in self?.giveUp(number) }
            openMore()
        }
    }

    private func giveUp(_ number: Int) {
        let (waiter, error) = state.withLock { ($0.giveUp(number), $0.reasonForWaiting) }
        waiter?.resume(returning: .failure(error))
    }

    private func openMore() {
        while let delay = state.withLock({ $0.nextOpening(now: .now) }) {
            Task {
                if delay > .zero { try? await Task.sleep(for: delay) }
                await open()
            }
        }
    }

    private func open() async {
        do throws(PostgresError) {
            let connection = try await connector.open { [weak self] connection, signal in
                if case .closed = signal { self?.lost(connection) }
            }
            send(connection, to: state.withLock { $0.opened(connection) })
        } catch {
            let failed = state.withLock { $0.openingFailed(error, now: .now) }
            failed.forEach { $0.resume(returning: .failure(error)) }
            openMore()
        }
    }

    private func send(
        _ connection: PostgresConnection, to destination: PoolState<PostgresConnection, Waiter>.Destination
    ) {
        switch destination {
        case .waiter(let waiter): waiter.resume(returning: .success(connection))
        case .idle: break
        case .nowhere: connection.close()
        }
        openMore()
    }

    /// Removes an idle connection that broke.
    ///
    /// A connection may break before the pool has it among its idle connections. Then the first caller that gets it
    /// finds out.
    private func lost(_ connection: PostgresConnection) {
        state.withLock { $0.lost(connection, now: .now) }
    }
}
