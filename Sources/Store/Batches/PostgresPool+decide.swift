import PostgreSQL
import VerificationCore

extension PostgresPool {
    /// Runs a transaction that loads, decides and saves; runs it again whole when another transaction came between.
    ///
    /// A worker does not lock the limits that many phones share while it decides. Otherwise all workers of an app would
    /// wait for each other. The worker reads these limits, and adds what it decided in its last statement before the
    /// commit. Another worker may have added in between, so that the limit has no room left for all of it. Then the
    /// statement fails, PostgreSQL rolls the transaction back, and the next pass locks the limits first.
    ///
    /// For example two workers meet at a limit of 5, of which 3 are used:
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
