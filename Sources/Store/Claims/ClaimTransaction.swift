import PostgreSQL
import VerificationCore

/// Makes the claims of a batch: locks and loads, decides each, saves all.
///
/// It takes two round trips when all requests are new, and three when one of them may send a live code again.
///
/// Where two workers meet:
/// - Both lock the rows of their phones in the lock order (see `PostgresVerificationStore`). The second worker waits
///   for the first, and then sees what the first saved.
/// - Both may find no row for a new phone. Then both insert it, and the primary key refuses the second insert. The
///   second worker makes its whole transaction again, decisions included. The same happens with a new idempotency key.
struct ClaimTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook
    let days: DayDirectory
    let deadline: Duration

    func run(_ claims: [Claim]) async throws(StoreError) -> [Verdict] {
        let load = ClaimLoad(claims)
        return try await pool.decide(by: .now + deadline, newPhones: load.phones) { transaction, lockingLimits in
            let tables = days.tables(of: load.requests)
            var loaded: LoadedClaims
            do {
                loaded = try await load.load(in: transaction, tables, lockingLimits: lockingLimits)
            } catch let error as PostgresError where days.avoid(tables, after: error.sqlState) {
                return nil
            }
            let verdicts = claims.map { loaded.batch.decide($0, by: rules, now: loaded.now) }
            let writes = RowWrites(
                loaded.batch.changes, phones: loaded.batch.phones, limits: loaded.batch.limits, now: loaded.now)
            return try await writes.commit(in: transaction) ? verdicts : nil
        }
    }

    /// Tells for each claim whether another transaction holds the row of its phone, or of a limit that it counts for.
    func holds(_ claims: [Claim]) async throws(StoreError) -> [RowHold] {
        let phones = claims.map(\.request.phoneKey)
        let limits = LimitRows(claims.flatMap(\.sharedLimits))
        let (heldPhones, heldLimits) = try await pool.ask {
            let answers = try await pool.read(
                [.lockedPhones(Set(phones).sorted()), limits.held], deadline: .now + deadline)
            return (try answers[0].phoneKeys(), try answers[1].limitKeys())
        }
        return claims.map { claim in
            if heldPhones.contains(claim.request.phoneKey) { return .ownRow }
            return claim.sharedLimits.contains { heldLimits.contains($0.key) } ? .sharedRow : .free
        }
    }
}
