import PostgreSQL
import VerificationCore

extension PostgresPool {
    /// A transaction that loads, decides and saves, made again whole until nothing has come between.
    ///
    /// Limits that many phones share are not locked while anybody decides, or all workers of an app would wait for each
    /// other. They are read, and what was decided is added to them as the last thing before the commit. A row that has
    /// changed meanwhile, so that it does not admit all of it, ends the transaction; then the limits are locked first.
    ///
    /// `body`: returns nil where a row has changed that it did not lock. `newPhones` get their rows before limits are
    /// locked: a transaction that waits for a phone must not hold limits that others wait for while they hold phones.
    func decide<Value: Sendable>(
        by end: ContinuousClock.Instant, newPhones: [PhoneKey],
        _ body: @Sendable (_ transaction: PostgresTransaction, _ lockingLimits: Bool) async throws -> Value?
    ) async throws(StoreProblem) -> Value {
        var limitsWereFull = false
        repeat {
            let lockingLimits = limitsWereFull
            let pass = try await commit(by: end, retryingOn: [.sqlState("23505")]) { transaction -> Pass<Value> in
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
                try await asking { _ = try await query(.insertMissingPhones(newPhones), deadline: end) }
            }
        } while ContinuousClock.now < end
        throw .unavailable
    }
}

private enum Pass<Value: Sendable>: Sendable {
    case done(Value)
    case again
    case limitsAreFull
}
