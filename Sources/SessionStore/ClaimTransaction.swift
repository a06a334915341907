import PostgreSQL
import VerificationCore

/// Step 1 for a batch: lock and load, decide each, save all; two round trips.
///
/// Where two workers meet: both lock the rows of their phones in one order, so one waits for the other and then sees
/// what it saved. Both may find no row for a new phone; then both insert it, the second is told so by the primary key,
/// and its whole transaction, decisions included, is made again. So it is with an idempotency key.
///
/// Limits that many phones share are not locked while anybody decides, or all workers of an app would wait for each other.
/// They are read, and what the decisions took is added to them as the last thing before the commit; a limit that has
/// changed so that it does not admit all of it ends the transaction. Then everything is made again with the limits locked.
struct ClaimTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook
    let deadline: Duration

    func run(_ claims: [Claim]) async throws(StoreProblem) -> [Verdict] {
        let end = ContinuousClock.now + deadline
        let load = ClaimLoad(claims)
        if let verdicts = try await decide(claims, load, lockingLimits: false, by: end) { return verdicts }
        try await asking { _ = try await pool.query(load.missingPhones, deadline: end) }
        guard let verdicts = try await decide(claims, load, lockingLimits: true, by: end) else { throw .unavailable }
        return verdicts
    }

    /// - Returns: nil when a limit was not locked and has changed.
    private func decide(
        _ claims: [Claim], _ load: ClaimLoad, lockingLimits: Bool, by end: ContinuousClock.Instant
    ) async throws(StoreProblem) -> [Verdict]? {
        try await pool.commit(by: end, retryingOn: [.sqlState("23505")]) { transaction in
            let loaded = try await transaction.pipeline(load.statements(lockingLimits: lockingLimits))
            var (batch, now) = try load.batch(loaded)
            let verdicts = claims.map { batch.decide($0, by: rules, now: now) }
            let writes = ClaimWrites(batch, now: now, limitsAreLocked: lockingLimits).statements
            do {
                _ = try await transaction.commit(with: writes)
                return verdicts
            } catch let error as PostgresError where error.sqlState == "VF001" {
                return nil
            }
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
