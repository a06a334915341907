import PostgreSQL
import VerificationCore

/// Locks and loads the facts that decide the claims of a batch; it leaves out a table that no claim of the batch needs.
struct ClaimLoad: Sendable {
    let phones: [PhoneKey]
    let requests: [VerificationID]
    private let limits: LimitRows
    private let keys: [KeyID]
    private let apps: [AppID]

    init(_ claims: [Claim]) {
        phones = Set(claims.map(\.request.phoneKey)).sorted()
        requests = claims.map(\.request.id)
        limits = LimitRows(claims.flatMap(\.sharedLimits))
        apps = Set(claims.map(\.request.app)).sorted()
        keys = Set(claims.compactMap(\.request.keyID)).sorted()
    }

    /// Takes one round trip, or two when a request of the batch is on record already, or may send a live code again; a
    /// pass that locks limits takes one more.
    ///
    /// `tables`: of the day of all requests; nil for the partitioned tables.
    func load(
        in transaction: PostgresTransaction, _ tables: DayTables?, lockingLimits: Bool
    ) async throws -> LoadedClaims {
        let begin: [SQL] =
            [.lockPhones(phones), .requests(requests, in: tables), .changeNumbers(for: apps)]
            + (keys.isEmpty ? [] : [.keyHolders(keys)])
        // The clock of record, after the locks.
        let end = (limits.isEmpty ? [] : lockingLimits ? limits.lock : [limits.read]) + [.nowAndRestoration]
        let loaded = try await transaction.pipeline(lockingLimits ? begin : begin + end)
        let (states, known) = (try loaded[0].phones(), try loaded[1].requests())
        let last = lockingLimits ? try await transaction.pipeline(Self.locks(known, phones: states) + end) : loaded
        guard let time = last.last?.first else { throw StoreError.unreadableRow }
        let now: Timestamp = try time.decode("now")
        let (seen, earlier) = try await seen(known, phones: states, at: now, in: transaction)
        let counts = try limits.isEmpty ? SharedCounts() : last[last.count - 2].sharedCounts()
        let batch = ClaimBatch(
            phones: states, limits: counts, seen: seen,
            keys: keys.isEmpty ? [:] : try loaded[3].keyHolders(), settings: try loaded[2].changeNumbers(),
            restoredAt: try time.decode("restored_at"), earlier: earlier)
        return LoadedClaims(batch: batch, now: now)
    }

    /// Locks what the batch may change and other transactions lock without the phone, before limits are locked.
    ///
    /// In the lock order; see `PostgresVerificationStore`. A claim changes the message of its own request, and ends the
    /// phone's live verification.
    private static func locks(_ requests: [PostgresRows.Request], phones: [PhoneKey: PhoneState]) -> [SQL] {
        let messages = requests.compactMap { request in
            request.message.map { MessageID(verification: request.verification, ordinal: $0) }
        }
        let verifications = phones.values.compactMap(\.live?.id)
        if messages.isEmpty, verifications.isEmpty { return [] }
        return [
            .planForTheirDays, .lockMessages(messages.sorted()), .lockVerifications(verifications), .planForAnyKeys,
        ]
    }

    /// Loads the verifications and messages of requests on record, and the messages before those that may be sent again.
    ///
    /// This takes a second round trip, because only the rows of the requests and phones name them. They were committed
    /// with these rows, or before; an erasure may have deleted them since.
    private func seen(
        _ requests: [PostgresRows.Request], phones: [PhoneKey: PhoneState], at now: Timestamp,
        in transaction: PostgresTransaction
    ) async throws -> ([VerificationID: SeenRequest], earlier: [VerificationID: [EarlierMessage]]) {
        let resent = phones.values.compactMap { $0.live.flatMap { $0.mayBeSentAgain(at: now) ? $0.id : nil } }
        if requests.isEmpty, resent.isEmpty { return ([:], [:]) }
        let ids = Set(requests.map(\.verification)).sorted()
        let answers = try await transaction.pipeline([
            .owners(of: ids), .messages(of: Set(ids).union(resent).sorted()),
        ])
        let owners = try answers[0].owners()
        let messages = try answers[1].messages(of: owners)
        var seen: [VerificationID: SeenRequest] = [:]
        for request in requests {
            // Without an owner the verification has been erased.
            seen[request.id] = SeenRequest(
                verification: request.verification, phone: owners[request.verification]?.phone,
                message: request.message.flatMap {
                    messages[MessageID(verification: request.verification, ordinal: $0)]
                })
        }
        return (seen, try answers[1].earlierMessages())
    }
}

extension SQL {
    /// The clock of record, and when the database was restored last; the table has a row for each restore, so hardly any.
    fileprivate static let nowAndRestoration: SQL =
        "select clock_timestamp() as now, (select max(restored_at) from restoration) as restored_at"

    fileprivate static func requests(_ ids: [VerificationID], in tables: DayTables?) -> SQL {
        guard let tables else { return "select id, verification_id, message from requests_of(\(ids))" }
        return "select id, verification_id, message from \(identifier: tables.requests) where id = any(\(ids))"
    }

    fileprivate static func owners(of ids: [VerificationID]) -> SQL {
        "select id, app, phone, code_key = '' as is_free from verifications_of(\(ids))"
    }

    fileprivate static func messages(of ids: [VerificationID]) -> SQL {
        """
        select verification_id, ordinal, stage, due_at, fence, tries, token, may_be_duplicate,
          case when may_be_duplicate then gateway end as may_be_at, created_at, status, gateway,
          gateway_id is not null as has_id
        from messages_of(\(ids))
        order by verification_id, ordinal
        """
    }

    /// Finds keys that were first used within the last 24 hours; an older key may be used anew.
    fileprivate static func keyHolders(_ keys: [KeyID]) -> SQL {
        """
        select i.app, i.hash, i.fingerprint, i.verification_id
        from \(rows: keys.map(\.app.name), keys.map(\.hash)) as k (app, hash)
        join idempotency_key i on i.app = k.app and i.hash = k.hash
        where i.created_at > clock_timestamp() - interval '24 hours'
        """
    }
}

/// Whose a verification is, and whether its messages count for no limit, as messages to test numbers do.
private typealias Owner = (phone: PhoneKey, isForTestNumber: Bool)

extension PostgresRows {
    /// A request on record, and where it led; `message` is the ordinal of its own message, if it has a message.
    fileprivate typealias Request = (id: VerificationID, verification: VerificationID, message: Int?)

    fileprivate func requests() throws(PostgresError) -> [Request] {
        var requests: [Request] = []
        for row in self {
            let ordinal = try row.decode("message", as: Int16?.self)
            requests.append((try row.decode("id"), try row.decode("verification_id"), ordinal.map(Int.init)))
        }
        return requests
    }

    fileprivate func messages(
        of owners: [VerificationID: Owner]
    ) throws(PostgresError) -> [MessageID: MessageFacts] {
        var messages: [MessageID: MessageFacts] = [:]
        for row in self {
            let verification = try row.decode("verification_id", as: VerificationID.self)
            let facts = try row.messageFacts(isForTestNumber: owners[verification]?.isForTestNumber ?? false)
            messages[MessageID(verification: verification, ordinal: facts.ordinal)] = facts
        }
        return messages
    }

    /// A message that no gateway was called for says nothing of any gateway.
    fileprivate func earlierMessages() throws(PostgresError) -> [VerificationID: [EarlierMessage]] {
        var earlier: [VerificationID: [EarlierMessage]] = [:]
        for row in self {
            // A status of a later release says nothing here.
            guard let gateway = try row.decode("gateway", as: String?.self),
                let status = MessageStatus(rawValue: try row.decode("status"))
            else { continue }
            let message = EarlierMessage(
                ordinal: Int(try row.decode("ordinal", as: Int16.self)), gateway: gateway, status: status,
                hasID: try row.decode("has_id"))
            earlier[try row.decode("verification_id"), default: []].append(message)
        }
        return earlier
    }

    fileprivate func owners() throws(PostgresError) -> [VerificationID: Owner] {
        var owners: [VerificationID: Owner] = [:]
        for row in self {
            guard let phone = try row.phoneKey() else { continue }
            owners[try row.decode("id")] = (phone, try row.decode("is_free"))
        }
        return owners
    }

    fileprivate func keyHolders() throws(PostgresError) -> [KeyID: KeyHolder] {
        var holders: [KeyID: KeyHolder] = [:]
        for row in self {
            guard let app = AppID(try row.decode("app", as: String.self)) else { continue }
            holders[KeyID(app: app, hash: try row.decode("hash"))] = KeyHolder(
                fingerprint: try row.decode("fingerprint"), verification: try row.decode("verification_id"))
        }
        return holders
    }
}

extension PostgresRow {
    fileprivate func messageFacts(isForTestNumber: Bool) throws(PostgresError) -> MessageFacts {
        let stage = MessageStage(word: try decode("stage"), due: try decode("due_at"))
        return MessageFacts(
            ordinal: Int(try decode("ordinal", as: Int16.self)), stage: stage,
            fence: Int(try decode("fence", as: Int32.self)), tries: Int(try decode("tries", as: Int16.self)),
            token: UInt64(bitPattern: try decode("token", as: Int64.self)),
            mayBeDuplicate: try decode("may_be_duplicate"), mayBeAt: try decode("may_be_at"),
            isForTestNumber: isForTestNumber,
            spentAt: try decode("created_at"))
    }
}

/// The facts that decide the claims of a batch, and the time after the locks.
struct LoadedClaims {
    var batch: ClaimBatch
    let now: Timestamp
}
