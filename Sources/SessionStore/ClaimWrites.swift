import PostgreSQL
import VerificationCore

/// The decisions of a batch as statements, one for each kind of change; kinds that did not occur cost nothing.
struct ClaimWrites {
    private var verifications: [NewVerification] = []
    private var requests: [NewRequest] = []
    private var messages: [NewMessage] = []
    private var changes: [MessageChange] = []
    private var ends: [(id: VerificationID, status: VerificationStatus, reason: String)] = []
    private var keys: [NewKey] = []
    private let newPhones: [PhoneRow]
    private let changedPhones: [PhoneRow]
    private let limits: [SQL]
    private let now: Timestamp

    init(_ batch: ClaimBatch, now: Timestamp, limitsAreLocked: Bool) {
        self.now = now
        limits =
            limitsAreLocked ? SharedLimitWrites.setting(batch.limits) : SharedLimitWrites.adding(batch.limits, now: now)
        let phones = batch.changedPhones
        newPhones = phones.filter(\.isNew).map { PhoneRow($0.key, $0.state) }
        changedPhones = phones.filter { !$0.isNew }.map { PhoneRow($0.key, $0.state) }
        for change in batch.changes {
            switch change {
            case .insertVerification(let row): verifications.append(row)
            case .insertRequest(let row): requests.append(row)
            case .insertMessage(let row): messages.append(row)
            case .insertKey(let row): keys.append(row)
            case .updateMessage(let change): changes.append(change)
            case .endVerification(let id, let status, let reason): ends.append((id, status, reason))
            }
        }
        changes.sort { $0.id < $1.id }
        keys.sort { $0.id < $1.id }
    }

    var statements: [SQL] {
        var statements: [SQL] = []
        if !newPhones.isEmpty { statements.append(insertPhones) }
        if !changedPhones.isEmpty { statements.append(PhoneRow.update(changedPhones)) }
        if !verifications.isEmpty { statements.append(insertVerifications) }
        if !requests.isEmpty { statements.append(insertRequests) }
        if !messages.isEmpty { statements.append(insertMessages) }
        if !changes.isEmpty { statements.append(updateMessages) }
        if !keys.isEmpty { statements += [deleteOldKeys, insertKeys] }
        statements += ends.map { .endVerification($0.id, $0.status, reason: $0.reason) }
        // Last: others wait for these rows until the commit.
        return statements + limits
    }

    private var insertPhones: SQL {
        """
        insert into phone_state (app, phone, send_times, live_id, live_code_key, live_code_digits, live_expires_at,
          live_sends, live_messages, live_resend_after)
        select app, phone, send_times::bigint[], live_id, code_key, code_digits, expires_at, sends, messages, resend_after
        from unnest(\(newPhones.map(\.app)), \(newPhones.map(\.phone)), \(newPhones.map(\.sendTimes)),
          \(newPhones.map(\.liveID)), \(newPhones.map(\.codeKey)), \(newPhones.map(\.codeDigits)),
          \(newPhones.map(\.expiresAt)), \(newPhones.map(\.sends)), \(newPhones.map(\.messages)),
          \(newPhones.map(\.resendAfter)))
          as k (app, phone, send_times, live_id, code_key, code_digits, expires_at, sends, messages, resend_after)
        """
    }

    private var insertVerifications: SQL {
        """
        insert into verification (id, app, phone, region, client_ip, status, reason, code_key, code_digits, max_sends,
          max_checks, metadata, created_at, expires_at)
        select id, app, phone, region, client_ip, status, reason, code_key, code_digits, max_sends,
          max_checks, metadata::jsonb, \(now), expires_at
        from unnest(\(verifications.map(\.request.id)), \(verifications.map(\.request.app.name)),
          \(verifications.map(\.request.phone.e164)), \(verifications.map(\.request.phone.region)),
          \(verifications.map { $0.request.clientIP?.description }), \(verifications.map(\.status.rawValue)),
          \(verifications.map(\.reason)), \(verifications.map(\.code.keyName)),
          \(verifications.map { Int16($0.code.digits) }), \(verifications.map { Int16($0.maxSends) }),
          \(verifications.map { Int16($0.maxChecks) }), \(verifications.map { MetadataText($0.request.metadata).text }),
          \(verifications.map(\.expiresAt)))
          as k (id, app, phone, region, client_ip, status, reason, code_key, code_digits, max_sends, max_checks,
            metadata, expires_at)
        """
    }

    private var insertRequests: SQL {
        """
        insert into verification_request (id, verification_id, outcome, message, created_at)
        select id, verification_id, outcome, message, \(now)
        from unnest(\(requests.map(\.id)), \(requests.map(\.verification)), \(requests.map(\.outcome.rawValue)),
          \(requests.map { $0.message.map(Int16.init) })) as k (id, verification_id, outcome, message)
        """
    }

    private var insertMessages: SQL {
        """
        insert into message (verification_id, ordinal, stage, status, due_at, fence, tries, token, may_be_duplicate,
          created_at, updated_at)
        select verification_id, ordinal, 'leased', 'sending', due_at, 1, 1, token, false, \(now), \(now)
        from unnest(\(messages.map(\.id.verification)), \(messages.map { Int16($0.id.ordinal) }),
          \(messages.map(\.leasedUntil)), \(messages.map { Int64(bitPattern: $0.token) }))
          as k (verification_id, ordinal, due_at, token)
        """
    }

    /// Keys of the same words that a day has ended and nobody has forgotten yet.
    private var deleteOldKeys: SQL {
        """
        delete from idempotency_key i using unnest(\(keys.map(\.id.app.name)), \(keys.map(\.id.hash))) as k (app, hash)
        where i.app = k.app and i.hash = k.hash and i.created_at <= \(now) - interval '24 hours'
        """
    }

    private var insertKeys: SQL {
        """
        insert into idempotency_key (app, hash, fingerprint, verification_id, created_at)
        select app, hash, fingerprint, verification_id, \(now)
        from unnest(\(keys.map(\.id.app.name)), \(keys.map(\.id.hash)), \(keys.map(\.fingerprint)),
          \(keys.map(\.verification))) as k (app, hash, fingerprint, verification_id)
        """
    }

    /// Whoever held a lease that is over may record the outcome at this very moment, without the phone's lock; then what
    /// it knows stays.
    private var updateMessages: SQL {
        """
        update message m set stage = k.stage, status = k.status, reason = coalesce(k.reason, m.reason),
          due_at = k.due_at, fence = k.fence, tries = k.tries, token = k.token,
          may_be_duplicate = k.may_be_duplicate, updated_at = \(now)
        from unnest(\(changes.map(\.id.verification)), \(changes.map { Int16($0.id.ordinal) }),
          \(changes.map(\.stage.name.rawValue)), \(changes.map(\.stage.status.rawValue)), \(changes.map(\.stage.reason)),
          \(changes.map { $0.stage.due ?? now }), \(changes.map { Int32($0.fence) }),
          \(changes.map { Int16($0.tries) }), \(changes.map { Int64(bitPattern: $0.token) }),
          \(changes.map(\.mayBeDuplicate)))
          as k (verification_id, ordinal, stage, status, reason, due_at, fence, tries, token, may_be_duplicate)
        where m.verification_id = k.verification_id and m.ordinal = k.ordinal and m.fence < k.fence
          and m.stage <> 'ended'
        """
    }
}

extension SQL {
    /// Only a verification that nobody has ended yet.
    static func endVerification(_ id: VerificationID, _ status: VerificationStatus, reason: String) -> SQL {
        """
        update verification set status = \(status.rawValue), reason = \(reason), ended_at = clock_timestamp()
        where id = \(id) and status = 'pending'
        """
    }
}

extension MessageChange.Stage {
    fileprivate var name: MessageStage {
        switch self {
        case .leased: .leased
        case .ended: .ended
        }
    }

    fileprivate var status: MessageStatus {
        switch self {
        case .leased: .sending
        case .ended(let status, _): status
        }
    }

    fileprivate var reason: String? {
        switch self {
        case .leased: nil
        case .ended(_, let reason): reason
        }
    }

    fileprivate var due: Timestamp? {
        switch self {
        case .leased(let until): until
        case .ended: nil
        }
    }
}
