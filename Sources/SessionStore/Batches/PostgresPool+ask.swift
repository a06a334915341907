import PostgreSQL
import VerificationCore

extension PostgresPool {
    /// Asks the database, and says in the port's words why there is no answer.
    func ask<Value: Sendable>(_ question: () async throws -> Value) async throws(StoreProblem) -> Value {
        do {
            return try await question()
        } catch let error as PostgresError {
            throw StoreProblem(error)
        } catch let problem as StoreProblem {
            throw problem
        } catch {
            throw .unfit("an unexpected error")
        }
    }

    /// One transaction that its body ends with `commit`, made again whole on conflicts.
    func commit<Value: Sendable>(
        by end: ContinuousClock.Instant, retryingOn sqlStates: Set<String> = [],
        _ body: @Sendable (PostgresTransaction) async throws -> Value
    ) async throws(StoreProblem) -> Value {
        try await ask { try await transaction(deadline: end, retryingOn: sqlStates, body) }
    }
}
