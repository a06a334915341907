import PostgreSQL
import VerificationCore

/// Tries of codes, many in one transaction: find out which phones they are of; lock and load; decide each, save all.
///
/// Which phone an attempt belongs to never changes; so that is read before the phone is locked. The verification may end
/// before the lock is there. Then the attempt is told that it has ended.
struct CheckTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook

    func run(_ attempts: [CheckAttempt], by end: ContinuousClock.Instant) async throws(StoreProblem) -> [CheckVerdict] {
        try await pool.decide(by: end, newPhones: []) { transaction, lockingLimits in
            var load = CheckLoad(attempts)
            try load.resolve(try await transaction.pipeline(load.resolving))
            let answers = try await transaction.pipeline(load.statements(lockingLimits: lockingLimits))
            var loaded = try load.loaded(answers)
            let verdicts = attempts.map { loaded.batch.decide($0, by: rules, now: loaded.now) }
            let writes = RowWrites(
                loaded.batch.changes, phones: loaded.batch.phones, limits: loaded.batch.limits, now: loaded.now)
            return try await writes.commit(in: transaction) ? verdicts : nil
        }
    }

    /// Which of the attempts are of phones whose rows another transaction holds.
    func areLocked(_ attempts: [CheckAttempt], by end: ContinuousClock.Instant) async throws(StoreProblem) -> [Bool] {
        try await pool.ask {
            var load = CheckLoad(attempts)
            try load.resolve(try await pool.read(load.resolving, deadline: end))
            let locked = try await pool.read(.lockedPhones(load.phones.sorted()), deadline: end).phoneKeys()
            return attempts.map { load.phone(of: $0).map(locked.contains) ?? false }
        }
    }
}
