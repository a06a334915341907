import Connections

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
                await end(transaction, connection)
                return value
            } catch {
                await end(transaction, connection)
                let delay = Backoff.conflict.delay(after: tries)
                guard tries < 5, transaction.deservesAnotherTry(sqlStates), .now + delay < deadline,
                    (try? await Task.sleep(for: delay)) != nil
                else { throw error }
            }
        }
    }

    private func end(_ transaction: PostgresTransaction, _ connection: PostgresConnection) async {
        await transaction.finish()
        release(connection)
    }
}
