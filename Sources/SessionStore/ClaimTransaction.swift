import PostgreSQL
import VerificationCore

/// Step 1 for a batch: lock and load, decide each, save all; two round trips.
///
/// Where two workers meet: both lock the rows of their phones in one order, so one waits for the other and then sees
/// what it saved. Both may find no row for a new phone; then both insert it, the second is told so by the primary key,
/// and its whole transaction, decisions included, is made again.
struct ClaimTransaction: Sendable {
    let pool: PostgresPool
    let rules: RuleBook
    let deadline: Duration

    func run(_ claims: [Claim]) async throws(StoreProblem) -> [Verdict] {
        let keys = Set(claims.map(\.request.phoneKey)).sorted()
        return try await pool.commit(within: deadline, retryingOn: [.sqlState("23505")]) { transaction in
            let loaded = try await transaction.pipeline([
                .lockPhones(keys), .countedChecks(keys), .seenRequests(claims.map(\.request.id)),
                // After the locks: a transaction that waited for one must not decide by an older time.
                "select clock_timestamp()",
            ])
            var batch = ClaimBatch(
                phones: try loaded[0].phones(checks: try loaded[1].checks()), seen: try loaded[2].seenRequests())
            let now = try loaded[3][0].decode(0, as: Timestamp.self)
            let verdicts = claims.map { batch.decide($0, by: rules, now: now) }
            _ = try await transaction.commit(with: ClaimWrites(batch, now: now).statements)
            return verdicts
        }
    }
}

extension SQL {
    fileprivate static func seenRequests(_ ids: [VerificationID]) -> SQL {
        """
        select r.id, r.verification_id, m.ordinal, m.stage, m.due_at, m.fence, m.tries, m.token, m.may_be_duplicate
        from unnest(\(ids)) as k (id)
        join verification_request r on r.id = k.id
        left join message m on m.verification_id = r.verification_id and m.ordinal = r.message
        """
    }
}

extension PostgresRows {
    fileprivate func seenRequests() throws(PostgresError) -> [VerificationID: SeenRequest] {
        var seen: [VerificationID: SeenRequest] = [:]
        for row in self {
            seen[try row.decode(0)] = SeenRequest(verification: try row.decode(1), message: try row.message())
        }
        return seen
    }
}

extension PostgresRow {
    fileprivate func message() throws(PostgresError) -> MessageFacts? {
        guard let ordinal = try decode(2, as: Int16?.self) else { return nil }
        let due = try decode(4, as: Timestamp.self)
        let stage: MessageFacts.Stage =
            switch MessageStage(rawValue: try decode(3)) {
            case .leased: .leased(until: due)
            case .waiting: .waiting(until: due)
            case .ended, nil: .ended
            }
        return MessageFacts(
            ordinal: Int(ordinal), stage: stage, fence: Int(try decode(5, as: Int32.self)),
            tries: Int(try decode(6, as: Int16.self)), token: UInt64(bitPattern: try decode(7, as: Int64.self)),
            mayBeDuplicate: try decode(8))
    }
}

/// `message.stage`.
enum MessageStage: String {
    case leased, waiting, ended
}
