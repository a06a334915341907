import Connections
import Synchronization

/// A transaction, for the body of `PostgresPool.transaction`; after the body every call throws `misuse`.
///
/// `begin` travels with the first statements and `commit` with the last, so that "load, decide, save" is two round
/// trips.
package final class PostgresTransaction: Sendable {
    private let pool: PostgresPool
    private let connection: PostgresConnection
    private let state = Mutex(TransactionState())
    /// When the whole transaction has to be over.
    package let deadline: ContinuousClock.Instant

    init(pool: PostgresPool, connection: PostgresConnection, deadline: ContinuousClock.Instant) {
        self.pool = pool
        self.connection = connection
        self.deadline = deadline
    }

    /// Runs one statement.
    @discardableResult
    package func query(_ statement: SQL) async throws(PostgresError) -> PostgresRows {
        try await run([statement], role: .part)[0]
    }

    /// Runs statements in one round trip; an empty list needs no round trip.
    ///
    /// When a statement fails, the transaction has failed and will be rolled back. Every further call throws the same
    /// error, or `misuse` when the connection is lost.
    @discardableResult
    package func pipeline(_ statements: [SQL]) async throws(PostgresError) -> [PostgresRows] {
        if statements.isEmpty { return [] }
        return try await run(statements, role: .part)
    }

    /// Runs statements and commits, in one round trip.
    ///
    /// No call may follow.
    ///
    /// - Parameter statements: what to run before the commit; may be empty.
    /// - Returns: the rows of `statements`.
    /// - Throws: `outcomeUnknown` when no answer came, so that the transaction may be committed or not.
    @discardableResult
    package func commit(with statements: [SQL] = []) async throws(PostgresError) -> [PostgresRows] {
        var rows = try await run(statements + ["commit"], role: .commit)
        rows.removeLast()
        return rows
    }

    private func run(_ statements: [SQL], role: Batch.Role) async throws(PostgresError) -> [PostgresRows] {
        let isFirst = try enter()
        let batch = Batch(statements: isFirst ? ["begin"] + statements : statements, role: role)
        do {
            let rows = try await pool.perform(batch, on: connection, deadline: deadline)
            try checkCommitted(role, last: rows.last)
            state.withLock { $0.succeed(committed: role == .commit) }
            return isFirst ? Array(rows.dropFirst()) : rows
        } catch {
            let isConnected = connection.isOpen.load(ordering: .sequentiallyConsistent)
            state.withLock { $0.fail(error, isConnected: isConnected) }
            throw error
        }
    }

    /// Throws if the server rolled back: to a `commit` in a failed transaction it answers `ROLLBACK` and no error.
    private func checkCommitted(_ role: Batch.Role, last: PostgresRows?) throws(PostgresError) {
        guard role == .commit, last?.result.commandTag != "COMMIT" else { return }
        throw PostgresError(
            .serverError(sqlState: "25P02", constraint: nil), context: "rolled back instead of committed")
    }

    private func enter() throws(PostgresError) -> Bool {
        let result = state.withLock { state in
            Result { () throws(PostgresError) in try state.enter() }
        }
        return try result.get()
    }
}

// MARK: - The end

extension PostgresTransaction {
    /// Rolls back a transaction that was not committed, by `rollback` or, if that takes too long, by the connection's
    /// end.
    ///
    /// The rollback has until the deadline, but at least 100 ms and at most 1 s. Even after the deadline, 100 ms for a
    /// rollback cost a healthy server less than a new connection.
    func finish() async {
        guard state.withLock({ $0.leave() }) else { return }
        let limit = max(min(deadline, .now + .seconds(1)), .now + .milliseconds(100))
        let rollback = Batch(statements: ["rollback"], role: .rollback)
        do {
            _ = try await pool.perform(rollback, on: connection, deadline: limit)
        } catch {
            // Whatever the server said: when the connection ends, the server ends the transaction.
            await connection.end(.unavailable("the rollback failed"))
        }
    }

    /// Whether to run the body again from the start, after it threw.
    func deservesAnotherTry(_ sqlStates: Set<String>) -> Bool {
        guard let failure = state.withLock({ $0.failure }) else { return false }
        return failure.isConflict || failure.remedy != .none || failure.sqlState.map(sqlStates.contains) ?? false
    }
}

extension PostgresPool {
    /// Runs `body` in a transaction; without a `commit` in `body` the transaction is rolled back at its end.
    ///
    /// The body may run five times in all, and begins again only before the deadline. It runs again after a
    /// serialization failure, a deadlock, or the loss of the connection before the commit. It also runs again after an
    /// error of `sqlStates`, or when the server no longer knows a prepared statement. So it must do nothing that may
    /// not happen twice.
    ///
    /// - Parameters:
    ///   - deadline: for everything, waiting and all tries included; nil means `callTimeout` from now.
    ///   - sqlStates: further errors of the server after which the body runs again. Example: `23505` means that another
    ///     transaction inserted the row first, and the second run finds the row.
    ///   - body: the transaction; usually it ends with `commit(with:)`.
    /// - Returns: what `body` returned.
    /// - Throws: what the last run of `body` threw, or why the pool had no connection for it.
    @discardableResult
    package func transaction<Value: Sendable>(
        deadline: ContinuousClock.Instant? = nil, retryingOn sqlStates: Set<String> = [],
        _ body: @Sendable (PostgresTransaction) async throws -> Value
    ) async throws -> Value {
        let deadline = deadline ?? defaultDeadline
        var tries = 0
        while true {
            let connection = try await acquire(until: deadline)
            let transaction = PostgresTransaction(pool: self, connection: connection, deadline: deadline)
            tries += 1
            do {
                let value = try await body(transaction)
                await end(transaction, on: connection)
                return value
            } catch {
                await end(transaction, on: connection)
                let delay = Backoff.conflict.delay(after: tries)
                guard tries < 5, transaction.deservesAnotherTry(sqlStates), .now + delay < deadline,
                    (try? await Task.sleep(for: delay)) != nil
                else { throw error }
            }
        }
    }

    private func end(_ transaction: PostgresTransaction, on connection: PostgresConnection) async {
        await transaction.finish()
        release(connection)
    }
}
