import PostgreSQL
import VerificationCore

/// Step 1 for a batch: lock and load, decide each, save all; two round trips where all requests are new.
///
/// Where two workers meet: both lock the rows of their phones in one order, so one waits for the other and then sees
/// what it saved. Both may find no row for a new phone; then both insert it, the second is told so by the primary key,
/// and its whole transaction, decisions included, is made again. So it is with an idempotency key.
struct ClaimTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook
    let deadline: Duration

    func run(_ claims: [Claim]) async throws(StoreProblem) -> [Verdict] {
        let load = ClaimLoad(claims)
        return try await pool.decide(by: .now + deadline, newPhones: load.phones) { transaction, lockingLimits in
            var loaded = try await load.load(in: transaction, lockingLimits: lockingLimits)
            let verdicts = claims.map { loaded.batch.decide($0, by: rules, now: loaded.now) }
            let writes = RowWrites(
                loaded.batch.changes, phones: loaded.batch.phones, limits: loaded.batch.limits, now: loaded.now)
            return try await writes.commit(in: transaction) ? verdicts : nil
        }
    }

    /// Which of the claims are for phones whose rows somebody else holds.
    func areLocked(_ claims: [Claim]) async throws(StoreProblem) -> [Bool] {
        let phones = claims.map(\.request.phoneKey)
        let locked = try await asking {
            try await pool.read(.lockedPhones(Set(phones).sorted()), deadline: .now + deadline).phoneKeys()
        }
        return phones.map(locked.contains)
    }
}
