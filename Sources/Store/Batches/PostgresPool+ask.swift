import PostgreSQL
import VerificationCore

extension PostgresPool {
    /// Runs a question to the database, and turns its errors into the ports' `StoreError`.
    package func ask<Value: Sendable>(_ question: () async throws -> Value) async throws(StoreError) -> Value {
        do {
            return try await question()
        } catch let error as PostgresError {
            throw StoreError(error)
        } catch let problem as StoreError {
            throw problem
        } catch {
            throw .unfit("an unexpected error")
        }
    }

    /// Runs a transaction whose body ends with `commit`; on a conflict it runs the whole body again.
    ///
    /// - Parameters:
    ///   - end: for everything, all tries included.
    ///   - sqlStates: errors of PostgreSQL that count as conflicts, besides deadlocks and serialization failures.
    ///   - body: the transaction; it must do nothing that may not happen twice.
    /// - Returns: what `body` returned.
    /// - Throws: what the last try met.
    package func commit<Value: Sendable>(
        by end: ContinuousClock.Instant, retryingOn sqlStates: Set<String> = [],
        _ body: @Sendable (PostgresTransaction) async throws -> Value
    ) async throws(StoreError) -> Value {
        try await ask { try await transaction(deadline: end, retryingOn: sqlStates, body) }
    }
}

extension StoreError {
    init(_ error: PostgresError) {
        let words = error.description
        self =
            switch error.fault {
            case .outage: error.isInDoubt ? .inDoubt : .unavailable
            case .lock: .locked
            case .value: .broken(words)
            case .right: .unfit("\(words): grant it to the user of database.url")
            case .schema: .unfit("run `verifyd migrate`, or the version of verifyd that fits the schema: \(words)")
            case .damage: .unfit("\(words): see PostgreSQL's log; `reindex`, or restore")
            case .settings: .unfit(words)
            case .program: .unfit("\(words): see PostgreSQL's log, and report it")
            }
    }

    /// For a row that this version's own statements cannot have written.
    static let unreadableRow = StoreError.unreadable("a row that this version cannot read")
}
