import PostgreSQL
import VerificationCore

/// What the claims of a batch are decided by, as statements of one round trip; nothing is asked that no claim needs.
struct ClaimLoad: Sendable {
    let phones: [PhoneKey]
    private let requests: [VerificationID]
    private let limits: LimitRows
    private let keys: [KeyID]

    init(_ claims: [Claim]) {
        phones = Set(claims.map(\.request.phoneKey)).sorted()
        requests = claims.map(\.request.id)
        limits = LimitRows(claims.flatMap { $0.rules.sharedLimits(of: $0.request) })
        keys = Set(claims.compactMap(\.request.keyID)).sorted()
    }

    /// Rows are locked in one order everywhere: phones, messages, limits.
    func statements(lockingLimits: Bool) -> [SQL] {
        var statements: [SQL] = [.lockPhones(phones), .seenRequests(requests)]
        if !keys.isEmpty { statements.append(.keyHolders(keys)) }
        if !limits.isEmpty { statements += lockingLimits ? limits.lock : [limits.read] }
        // After the locks: a transaction that waited for one must not decide by an older time.
        statements.append("select clock_timestamp()")
        return statements
    }

    /// Reads the answers to `statements`.
    func loaded(_ answers: [PostgresRows]) throws -> LoadedClaims {
        guard let now = try answers.last?.first?.decode(0, as: Timestamp.self) else { throw StoreProblem.unreadableRow }
        let holders = keys.isEmpty ? [:] : try answers[2].keyHolders()
        let (counts, known) = try limits.isEmpty ? (SharedCounts(), []) : answers[answers.count - 2].sharedCounts()
        let batch = ClaimBatch(
            phones: try answers[0].phones(), limits: counts, seen: try answers[1].seenRequests(), keys: holders)
        return LoadedClaims(batch: batch, knownLimits: known, now: now)
    }
}

/// The claims of a batch with all that they are decided by.
struct LoadedClaims {
    var batch: ClaimBatch
    let knownLimits: Set<LimitRows.RowKey>
    let now: Timestamp
}

extension SQL {
    fileprivate static func seenRequests(_ ids: [VerificationID]) -> SQL {
        """
        select r.id, r.verification_id, m.ordinal, m.stage, m.due_at, m.fence, m.tries, m.token, m.may_be_duplicate,
               m.created_at, v.app, v.phone, v.code_key = ''
        from unnest(\(ids)) as k (id)
        join verification_request r on r.id = k.id
        left join message m on m.verification_id = r.verification_id and m.ordinal = r.message
        left join verification v on v.id = r.verification_id
        """
    }

    /// Keys that were first used within the last day; an older one is as good as new.
    fileprivate static func keyHolders(_ keys: [KeyID]) -> SQL {
        """
        select i.app, i.hash, i.fingerprint, i.verification_id
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.hash))) as k (app, hash)
        join idempotency_key i on i.app = k.app and i.hash = k.hash
        where i.created_at > clock_timestamp() - interval '24 hours'
        """
    }
}

extension PostgresRows {
    fileprivate func seenRequests() throws(PostgresError) -> [VerificationID: SeenRequest] {
        var seen: [VerificationID: SeenRequest] = [:]
        for row in self {
            seen[try row.decode(0)] = SeenRequest(
                verification: try row.decode(1), key: try row.phoneKey(), message: try row.message())
        }
        return seen
    }

    fileprivate func keyHolders() throws(PostgresError) -> [KeyID: KeyHolder] {
        var holders: [KeyID: KeyHolder] = [:]
        for row in self {
            guard let app = AppID(try row.decode(0, as: String.self)) else { continue }
            holders[KeyID(app: app, hash: try row.decode(1))] = KeyHolder(
                fingerprint: try row.decode(2), verification: try row.decode(3))
        }
        return holders
    }
}

extension PostgresRow {
    fileprivate func phoneKey() throws(PostgresError) -> PhoneKey? {
        guard let app = try decode(10, as: String?.self).flatMap(AppID.init) else { return nil }
        return PhoneKey(app: app, phone: try decode(11))
    }

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
            mayBeDuplicate: try decode(8), isFree: try decode(12, as: Bool?.self) ?? false, spentAt: try decode(9))
    }
}

/// `message.stage`.
enum MessageStage: String {
    case leased, waiting, ended
}
