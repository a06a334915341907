import PostgreSQL
import VerificationCore

/// Decides a batch of attempts: finds their phones; locks and loads; decides each attempt; saves all.
///
/// The phone of an attempt never changes, so the transaction reads it before it locks the phone. Another transaction
/// may end the verification in between. Then the caller's answer is that the verification has ended.
struct CheckTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook

    /// An attempt whose code's key is missing here is answered with `keyMissing`, and the others are saved.
    func run(
        _ attempts: [CheckAttempt], by end: ContinuousClock.Instant
    ) async throws(StoreError) -> [Result<CheckResult<NoRecord>, StoreError>] {
        try await pool.decide(by: end, newPhones: []) { transaction, lockingLimits in
            var load = CheckLoad(attempts)
            try load.resolve(try await transaction.pipeline(load.resolving))
            let answers = try await transaction.pipeline(load.statements(lockingLimits: lockingLimits))
            var loaded = try load.loaded(answers)
            let results = attempts.map { attempt in
                Result { () throws(StoreError) in
                    try loaded.batch.decide(attempt, by: rules, now: loaded.now)
                }
            }
            let writes = RowWrites(
                loaded.batch.changes, phones: loaded.batch.phones, limits: loaded.batch.limits, now: loaded.now)
            return try await writes.commit(in: transaction) ? results : nil
        }
    }

    /// Tells for each attempt whether another transaction holds the row of its phone.
    func holds(_ attempts: [CheckAttempt], by end: ContinuousClock.Instant) async throws(StoreError) -> [RowHold] {
        try await pool.ask {
            var load = CheckLoad(attempts)
            try load.resolve(try await pool.read(load.resolving, deadline: end))
            let locked = try await pool.read(.lockedPhones(load.phones.sorted()), deadline: end).phoneKeys()
            return attempts.map { load.phone(of: $0).map(locked.contains) ?? false ? .ownRow : .free }
        }
    }
}
