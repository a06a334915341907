import PostgreSQL
import VerificationCore

/// Locks and loads the facts that decide the attempts of a batch, in two round trips.
struct CheckLoad: Sendable {
    private let attempts: [CheckAttempt]
    private var facts = CheckBatch.Loaded()
    private(set) var phones: Set<PhoneKey> = []
    private var verifications: [VerificationID: PhoneKey] = [:]

    init(_ attempts: [CheckAttempt]) {
        self.attempts = attempts
    }

    // MARK: The first round trip finds the phones

    var resolving: [SQL] {
        [
            .requests(requests), .liveVerifications(livePhones), .verifications(ofRequests: requests),
            .keptVerifications(keys),
        ]
    }

    mutating func resolve(_ loaded: [PostgresRows]) throws {
        try facts.note(loaded[0])
        for row in loaded[1] {
            guard let phone = try row.phoneKey() else { continue }
            facts.live[phone] = try row.decode("id")
        }
        for row in loaded.dropFirst().joined() {
            guard let phone = try row.phoneKey() else { continue }
            let id = try row.decode("id", as: VerificationID.self)
            phones.insert(phone)
            verifications[id] = phone
            facts.networks[id] = try row.decode("network")
        }
    }

    /// Nil for an attempt that leads to no verification.
    func phone(of attempt: CheckAttempt) -> PhoneKey? {
        switch attempt.subject {
        case .phone(let phone): phone
        case .request: verification(of: attempt).flatMap { verifications[$0] }
        }
    }

    private func verification(of attempt: CheckAttempt) -> VerificationID? {
        switch attempt.subject {
        case .phone(let phone): facts.live[phone]
        case .request(let id): facts.requests[id]?.verification
        }
    }

    // MARK: The second round trip locks the phones, and loads what may change

    /// In the lock order; see `PostgresVerificationStore`.
    func statements(lockingLimits: Bool) -> [SQL] {
        let ids = verifications.keys.sorted()
        var statements: [SQL] = [
            .lockPhones(phones.sorted()), .verifications(ids), .messages(ofAny: ids), .keptChecks(keys),
        ]
        if !livePhones.isEmpty { statements.append(.requests(through: livePhones, ids)) }
        if limits.isEmpty { return statements + [.now] }
        guard lockingLimits else { return statements + [limits.read, .now] }
        // A record or a receipt locks a verification without its phone. So the rows that a check changes are locked
        // before the limits.
        statements += [.planForTheirDays, .lockVerifications(ids), .planForAnyKeys]
        return statements + limits.lock + [.now]
    }

    /// Reads the answers to `statements`.
    func loaded(_ answers: [PostgresRows]) throws -> LoadedChecks {
        guard let now = try answers.last?.value(as: Timestamp.self) else { throw StoreError.unreadableRow }
        var facts = facts
        for row in answers[1] {
            let verification = try row.storedVerification()
            facts.verifications[verification.id] = verification
        }
        for row in answers[2] {
            facts.messages[try row.decode("verification_id"), default: []].append(try row.messageReport(now: now))
        }
        facts.keys = try answers[3].keptChecks()
        if !livePhones.isEmpty { try facts.note(answers[4]) }
        let counts = try limits.isEmpty ? SharedCounts() : answers[answers.count - 2].sharedCounts()
        let batch = CheckBatch(phones: try answers[0].phones(), limits: counts, facts: facts)
        return LoadedChecks(batch: batch, now: now)
    }

    private var limits: LimitRows {
        LimitRows(
            attempts.flatMap { attempt -> [SharedLimit] in
                guard let id = verification(of: attempt), let phone = verifications[id] else { return [] }
                return attempt.possibleLimits(on: id, of: phone, startedFrom: facts.networks[id])
            })
    }

    private var keys: [KeyID] { Set(attempts.compactMap(\.key)).sorted() }

    private var requests: [VerificationID] {
        attempts.compactMap { attempt in
            guard case .request(let id) = attempt.subject else { return nil }
            return id
        }
    }

    private var livePhones: [PhoneKey] {
        attempts.compactMap { attempt in
            guard case .phone(let phone) = attempt.subject else { return nil }
            return phone
        }
    }
}

extension SQL {
    fileprivate static func requests(_ ids: [VerificationID]) -> SQL {
        "select \(SQLPart.request) from requests_of(\(ids)) r"
    }

    /// The requests through which tries by phone number come: the newest of each live verification, and for a repeated
    /// call the one whose code was right.
    fileprivate static func requests(through phones: [PhoneKey], _ ids: [VerificationID]) -> SQL {
        """
        select \(SQLPart.request)
        from requests_of(array(
          select p.live_request
          from unnest(\(phones.map(\.app.name)), \(phones.map(\.phone))) as k (app, phone)
          join phone_state p on p.app = k.app and p.phone = k.phone
          where p.live_request is not null
          union all
          select approved_by from verifications_of(\(ids)) where approved_by is not null)) r
        """
    }

    fileprivate static func verifications(ofRequests ids: [VerificationID]) -> SQL {
        """
        select id, app, phone, network
        from verifications_of(array(select verification_id from requests_of(\(ids))))
        """
    }

    fileprivate static func liveVerifications(_ phones: [PhoneKey]) -> SQL {
        """
        select id, app, phone, network
        from verifications_of(array(
          select p.live_id
          from unnest(\(phones.map(\.app.name)), \(phones.map(\.phone))) as k (app, phone)
          join phone_state p on p.app = k.app and p.phone = k.phone))
        """
    }

    fileprivate static func keptVerifications(_ keys: [KeyID]) -> SQL {
        """
        select id, app, phone, network
        from verifications_of(array(
          select i.verification_id
          from unnest(\(keys.map(\.app.name)), \(keys.map(\.hash))) as k (app, hash)
          join idempotency_key i on i.app = k.app and i.hash = k.hash))
        """
    }

    fileprivate static func verifications(_ ids: [VerificationID]) -> SQL {
        """
        select \(SQLPart.verification) from verifications_of(\(ids)) v
        """
    }

    /// In the order of the verifications, and of the messages of each verification.
    static func messages(ofAny ids: [VerificationID]) -> SQL {
        """
        select \(SQLPart.message) from messages_of(\(ids)) m order by m.verification_id, m.ordinal
        """
    }

    /// Finds the answers of the last 24 hours.
    fileprivate static func keptChecks(_ keys: [KeyID]) -> SQL {
        """
        select i.app, i.hash, i.fingerprint, i.verification_id, i.remaining_checks
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.hash))) as k (app, hash)
        join idempotency_key i on i.app = k.app and i.hash = k.hash
        where i.created_at > clock_timestamp() - interval '24 hours'
        """
    }
}

extension CheckBatch.Loaded {
    /// Reads rows with the columns `SQLPart.request`.
    fileprivate mutating func note(_ rows: PostgresRows) throws {
        for row in rows {
            guard let request = try row.request() else { continue }
            requests[request.id] = request
        }
    }
}

extension PostgresRows {
    fileprivate func keptChecks() throws -> [KeyID: KeptCheck] {
        var kept: [KeyID: KeptCheck] = [:]
        for row in self {
            guard let app = AppID(try row.decode("app", as: String.self)) else { continue }
            kept[KeyID(app: app, hash: try row.decode("hash"))] = KeptCheck(
                fingerprint: try row.decode("fingerprint"), verification: try row.decode("verification_id"),
                remainingChecks: try row.decode("remaining_checks", as: Int16?.self).map(Int.init))
        }
        return kept
    }
}

/// The facts that decide the attempts of a batch, and the time after the locks.
struct LoadedChecks {
    var batch: CheckBatch
    let now: Timestamp
}
