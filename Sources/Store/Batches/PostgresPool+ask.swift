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

extension PostgresPool {
    /// Runs a transaction that loads, decides and saves; runs it again whole when another transaction came between.
    ///
    /// A worker does not lock the limits that many phones share while it decides. Otherwise all workers of an app would
    /// wait for each other. The worker reads these limits, and adds what it decided in its last statement before the
    /// commit. Another worker may have added in between, so that the limit has no room left for all of it. Then the
    /// statement fails, PostgreSQL rolls the transaction back, and the next pass locks the limits first.
    ///
    /// For example two workers meet at a limit of 5 that has 3 used:
    ///
    ///     worker A                          worker B                          row
    ///     reads 3, admits 2                                                   3
    ///                                       reads 3, admits 1                 3
    ///     adds 2, commits                                                     5
    ///                                       adds 1: refused, rolled back      5
    ///                                       locks, reads 5, admits nothing    5
    ///
    /// - Parameters:
    ///   - end: after this moment no further pass begins.
    ///   - newPhones: get their rows before a pass that locks limits. In the lock order (see
    ///     `PostgresVerificationStore`) a transaction that holds limits may not wait for a phone.
    ///   - body: returns nil, without a commit, when a row that it did not lock has changed; then it is run again.
    /// - Returns: what `body` returned.
    /// - Throws: `busy` when other transactions came between in every pass, until the time was over.
    func decide<Value: Sendable>(
        by end: ContinuousClock.Instant, newPhones: [PhoneKey],
        _ body: @Sendable (_ transaction: PostgresTransaction, _ lockingLimits: Bool) async throws -> Value?
    ) async throws(StoreError) -> Value {
        var limitsWereFull = false
        repeat {
            let lockingLimits = limitsWereFull
            let pass = try await commit(by: end, retryingOn: ["23505"]) { transaction -> Pass<Value> in
                do {
                    return try await body(transaction, lockingLimits).map(Pass.done) ?? .again
                } catch let error as PostgresError where error.sqlState == "23502" && !lockingLimits {
                    return .limitsAreFull
                }
            }
            switch pass {
            case .done(let value): return value
            case .again: continue
            case .limitsAreFull:
                limitsWereFull = true
                try await ask { _ = try await query(.insertMissingPhones(newPhones), deadline: end) }
            }
        } while ContinuousClock.now < end
        throw .busy
    }
}

private enum Pass<Value: Sendable>: Sendable {
    case done(Value)
    case again
    case limitsAreFull
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
