import ConnectionSupport

extension PostgresPool {
    /// Runs `body` in a transaction; without a `commit` in `body` the transaction is rolled back at its end.
    ///
    /// The whole body is run again, five times at most and only before the deadline, when the transaction failed by
    /// serialization failure, deadlock or the loss of its connection before the commit, or by an error that `sqlStates`
    /// names. So it must do nothing that may not happen twice.
    ///
    /// - Parameters:
    ///   - deadline: for everything, waiting and all tries included; nil means `callTimeout` from now.
    ///   - sqlStates: further errors of the server that ask for another try, for example `23505`: another transaction
    ///     inserted the row first, and a second run finds it.
    ///   - body: the transaction; usually it ends with `commit(with:)`.
    /// - Returns: what `body` returned.
    /// - Throws: what `body` threw last, and the pool's own errors.
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
