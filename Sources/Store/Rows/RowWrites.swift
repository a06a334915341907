import PostgreSQL
import VerificationCore

/// The statements that save what was decided: a single statement for all changes of a kind.
///
/// A kind of change that does not occur has no statement, and costs nothing.
struct RowWrites {
    private var verifications: [NewVerification] = []
    private var requests: [NewRequest] = []
    private var newMessages: [NewMessage] = []
    private var messageChanges: [MessageChange] = []
    private var ends: [(id: VerificationID, status: VerificationStatus, reason: String?, by: VerificationID?)] = []
    private var extensions: [(id: VerificationID, until: Timestamp)] = []
    private var keys: [NewKey] = []
    private let newPhones: [PhoneRow]
    private let changedPhones: [PhoneRow]
    private var wrongCodes: [VerificationID: Int] = [:]
    private var notes: [EventNote] = []
    private var watches: [(id: VerificationID, until: Timestamp)] = []
    private let limits: [SQL]
    private let now: Timestamp

    init(_ changes: [RowChange], phones: PhoneRows, limits: SharedCounts, now: Timestamp) {
        self.now = now
        self.limits = SQL.add(limits.additions)
        let rows = phones.changes
        newPhones = rows.filter(\.isNew).map { PhoneRow($0.key, state: $0.state) }
        changedPhones = rows.filter { !$0.isNew }.map { PhoneRow($0.key, state: $0.state) }
        var messageChanges: [MessageID: MessageChange] = [:]
        for change in changes {
            switch change {
            case .insertVerification(let row): verifications.append(row)
            case .insertRequest(let row): requests.append(row)
            case .insertMessage(let row): newMessages.append(row)
            case .insertKey(let row): keys.append(row)
            case .updateMessage(let change): messageChanges[change.id] = change
            case .approve(let id, let by): ends.append((id, .approved, nil, by))
            case .endVerification(let id, let status, let reason): ends.append((id, status, reason, nil))
            case .extendVerification(let id, let until): extensions.append((id, until))
            case .countWrongCodes(let id, let count): wrongCodes[id] = count
            case .tell(let note): notes.append(note)
            case .watch(let id, let until): watches.append((id, until))
            }
        }
        self.messageChanges = messageChanges.values.sorted { $0.id < $1.id }
        keys.sort { $0.id < $1.id }
    }

    /// Saves everything and commits, in one round trip, or in two when messages change that exist already.
    ///
    /// A worker whose lease is over may record the outcome of such a message at this very moment, without the phone's
    /// lock. Then that worker's outcome stays, and this transaction does not update the message's row.
    ///
    /// - Returns: false when a message has changed in this way: nothing is committed, and the worker decides again.
    func commit(in transaction: PostgresTransaction) async throws -> Bool {
        // The limits come last, because other transactions wait for these rows until the commit.
        guard !messageChanges.isEmpty else {
            try await transaction.commit(with: statements + limits)
            return true
        }
        let saved = try await transaction.pipeline([.planForTheirDays, updateMessages, .planForAnyKeys] + statements)
        guard saved[1].affectedRows == messageChanges.count else { return false }
        try await transaction.commit(with: limits)
        return true
    }

    /// All statements except the changes of messages that exist already.
    var insertions: [SQL] { statements + limits }

    private var statements: [SQL] {
        var statements: [SQL] = []
        if !newPhones.isEmpty { statements.append(PhoneRow.insert(newPhones)) }
        if !changedPhones.isEmpty { statements.append(PhoneRow.update(changedPhones)) }
        if !verifications.isEmpty { statements.append(insertVerifications) }
        if !requests.isEmpty { statements.append(insertRequests) }
        if !newMessages.isEmpty { statements.append(insertMessages) }
        if !keys.isEmpty { statements += [deleteOldKeys, insertKeys] }
        var changes: [SQL] = []
        // A worker that records a send locks these rows without their phones, in this order.
        if !notes.isEmpty || !extensions.isEmpty {
            let ids = notes.map(\.verification) + ends.map(\.id) + extensions.map(\.id) + wrongCodes.keys
            changes.append(.lockVerifications(ids))
        }
        if !extensions.isEmpty { changes.append(extendVerifications) }
        if !wrongCodes.isEmpty { changes.append(countWrongCodes) }
        if !ends.isEmpty { changes.append(endVerifications) }
        if !notes.isEmpty { changes.append(.tell(notes)) }
        if !changes.isEmpty { statements += [.planForTheirDays] + changes + [.planForAnyKeys] }
        return watches.isEmpty ? statements : statements + [.watch(watches)]
    }

    private var insertVerifications: SQL {
        """
        insert into verification (id, app, phone, region, network, status, reason, code_key, code_digits, max_sends,
          max_checks, metadata, created_at, expires_at, app_proof)
        select id, app, phone, region, network, status, reason, code_key, code_digits, max_sends,
          max_checks, metadata::jsonb, \(now), expires_at, app_proof
        from \(rows: verifications.map(\.request.id), verifications.map(\.request.app.name),
          verifications.map(\.request.phone.e164), verifications.map(\.request.phone.region),
          verifications.map { $0.request.clientIP?.network }, verifications.map(\.status.rawValue),
          verifications.map(\.reason), verifications.map(\.code.keyName), verifications.map(\.code.digits),
          verifications.map { Int16(clamping: $0.maxSends) }, verifications.map { Int16(clamping: $0.maxChecks) },
          verifications.map { MetadataText($0.request.metadata).text }, verifications.map(\.expiresAt),
          verifications.map { $0.request.appVerification?.record })
          as k (id, app, phone, region, network, status, reason, code_key, code_digits, max_sends, max_checks,
            metadata, expires_at, app_proof)
        """
    }

    private var insertRequests: SQL {
        """
        insert into verification_request (id, verification_id, outcome, message, created_at, trace, metadata)
        select id, verification_id, outcome, message, \(now), trace, metadata::jsonb
        from \(rows: requests.map(\.id), requests.map(\.verification), requests.map(\.outcome.rawValue),
          requests.map { $0.message.map(Int16.init(clamping:)) }, requests.map(\.trace),
          requests.map { MetadataText($0.metadata).text })
          as k (id, verification_id, outcome, message, trace, metadata)
        """
    }

    private var insertMessages: SQL {
        """
        insert into message (verification_id, ordinal, stage, status, due_at, fence, tries, token, may_be_duplicate,
          created_at, updated_at)
        select verification_id, ordinal, 'leased', 'sending', due_at, 1, 1, token, false, \(now), \(now)
        from \(rows: newMessages.map(\.id.verification), newMessages.map { Int16(clamping: $0.id.ordinal) },
          newMessages.map(\.leasedUntil), newMessages.map { Int64(bitPattern: $0.token) })
          as k (verification_id, ordinal, due_at, token)
        """
    }

    /// Deletes the same keys when they are older than 24 hours, because maintenance may not have deleted them yet.
    private var deleteOldKeys: SQL {
        """
        delete from idempotency_key i using \(rows: keys.map(\.id.app.name), keys.map(\.id.hash)) as k (app, hash)
        where i.app = k.app and i.hash = k.hash and i.created_at <= \(now) - interval '24 hours'
        """
    }

    private var insertKeys: SQL {
        """
        insert into idempotency_key (app, hash, fingerprint, verification_id, remaining_checks, created_at)
        select app, hash, fingerprint, verification_id, remaining_checks, \(now)
        from \(rows: keys.map(\.id.app.name), keys.map(\.id.hash), keys.map(\.fingerprint), keys.map(\.verification),
          keys.map { $0.remainingChecks.map(Int16.init(clamping:)) })
          as k (app, hash, fingerprint, verification_id, remaining_checks)
        """
    }

    private var updateMessages: SQL {
        """
        update message m set stage = k.stage, status = k.status, reason = coalesce(k.reason, m.reason),
          due_at = k.due_at, fence = k.fence, tries = k.tries, token = k.token,
          may_be_duplicate = k.may_be_duplicate,
          gateway = case when k.may_be_duplicate and not m.may_be_duplicate then null else m.gateway end,
          updated_at = \(now)
        from \(rows: messageChanges.map(\.id.verification), messageChanges.map { Int16(clamping: $0.id.ordinal) },
          messageChanges.map(\.facts.stage.word), messageChanges.map(\.status.rawValue), messageChanges.map(\.reason),
          messageChanges.map { $0.facts.stage.due ?? now }, messageChanges.map { Int32(clamping: $0.facts.fence) },
          messageChanges.map { Int16(clamping: $0.facts.tries) },
          messageChanges.map { Int64(bitPattern: $0.facts.token) }, messageChanges.map(\.facts.mayBeDuplicate))
          as k (verification_id, ordinal, stage, status, reason, due_at, fence, tries, token, may_be_duplicate)
        where m.verification_id = k.verification_id and m.ordinal = k.ordinal and m.fence < k.fence
          and m.stage <> 'ended' and m.verification_id = any(\(messageChanges.map(\.id.verification)))
        """
    }

    private var countWrongCodes: SQL {
        """
        update verification v set checks = k.checks
        from unnest(\(Array(wrongCodes.keys)), \(wrongCodes.values.map { Int16(clamping: $0) })) as k (id, checks)
        where v.id = k.id and v.id = any(\(Array(wrongCodes.keys)))
        """
    }

    private var extendVerifications: SQL {
        """
        update verification v set expires_at = greatest(v.expires_at, k.expires_at)
        from unnest(\(extensions.map(\.id)), \(extensions.map(\.until))) as k (id, expires_at)
        where v.id = k.id and v.status = 'pending' and v.id = any(\(extensions.map(\.id)))
        """
    }

    private var endVerifications: SQL {
        """
        update verification v set status = k.status, reason = k.reason, approved_by = k.approved_by, ended_at = \(now)
        from \(rows: ends.map(\.id), ends.map(\.status.rawValue), ends.map(\.reason), ends.map(\.by))
          as k (id, status, reason, approved_by)
        where v.id = k.id and v.status = 'pending' and v.id = any(\(ends.map(\.id)))
        """
    }
}
