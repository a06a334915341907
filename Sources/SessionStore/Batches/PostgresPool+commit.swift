import PostgreSQL
import VerificationCore

extension PostgresPool {
    /// One transaction that its body ends with `commit`, made again whole on conflicts.
    func commit<Value: Sendable>(
        by end: ContinuousClock.Instant, retryingOn conditions: [PostgresRetryCondition] = [],
        _ body: @Sendable (PostgresTransaction) async throws -> Value
    ) async throws(StoreProblem) -> Value {
        try await asking { try await transaction(deadline: end, retryingOn: conditions, body) }
    }
}
