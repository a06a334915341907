import PostgreSQL
import VerificationCore

extension SQL {
    /// Asks for the verification that an id leads to, for its messages and for the time; `found()` reads the answers.
    static func report(_ id: VerificationID, of app: AppID) -> [SQL] {
        [
            """
            select \(SQLPart.verification), p.live_sends, p.live_messages, p.live_resend_after, p.live_request,
                   \(SQLPart.request), v.app = \(app.name) as is_own
            from requests_of(array[\(id)]) r
            left join lateral verifications_of(array[r.verification_id]) v on true
            left join phone_state p on p.app = v.app and p.phone = v.phone and p.live_id = v.id
            """,
            """
            select \(SQLPart.message)
            from messages_of(array(select verification_id from requests_of(array[\(id)]))) m
            order by m.ordinal
            """,
            .now,
        ]
    }

    static func cancel(_ id: VerificationID) -> SQL {
        """
        update verification set status = 'canceled', ended_at = clock_timestamp()
        where id = \(id) and status = 'pending' and expires_at > clock_timestamp() and checks < max_checks
        """
    }

    static func lockPhone(of id: VerificationID) -> SQL {
        """
        select 1 from verifications_of(array[\(id)]) v join phone_state p on p.app = v.app and p.phone = v.phone
        for update of p
        """
    }

    /// Takes the verification off its phone's row, if it has ended.
    static func releasePhone(of id: VerificationID) -> SQL {
        """
        update phone_state p set \(SQLPart.nothingLive)
        from verifications_of(array[\(id)]) v
        where v.status <> 'pending' and p.app = v.app and p.phone = v.phone and p.live_id = v.id
        """
    }
}

extension SQLPart {
    /// The columns of `verification v` that `PostgresRow.storedVerification` reads.
    static let verification: SQLPart = """
        v.id, v.app, v.phone, v.status, v.reason, v.code_key, v.code_digits, v.max_sends, v.max_checks, v.checks,
        v.metadata::text, v.created_at, v.expires_at, v.approved_by, v.app_proof
        """

    /// The columns of `verification_request r` that `PostgresRow.request` reads.
    static let request: SQLPart =
        "r.id as request_id, r.verification_id, r.outcome, r.metadata::text as request_metadata"

    /// The columns of `message m` that `PostgresRow.messageReport` reads.
    static let message: SQLPart = """
        m.verification_id, m.ordinal, m.status, m.reason, m.gateway, m.gateway_id, m.language, m.encoding, m.parts,
        m.tries, m.may_be_duplicate, m.created_at, m.updated_at, m.stage, m.due_at,
        m.calls::text
        """
}

extension Collection where Element == PostgresRows {
    /// Reads the results of `SQL.report`.
    func found() throws -> FoundVerification<NoRecord> {
        let results = Array(self)
        guard let row = results[0].first, let request = try row.request() else { return .missing(.unknown) }
        if request.outcome == .conflict { return .missing(.keyReused) }
        guard let isOwn = try row.decode("is_own", as: Bool?.self) else { return .missing(.erased) }
        guard isOwn else { return .missing(.unknown) }
        var messages: [MessageReport] = []
        let now = try results[2].value(as: Timestamp.self)
        for message in results[1] { messages.append(try message.messageReport(now: now)) }
        let stored = try row.storedVerification()
        return .found(
            stored.report(to: request, live: try row.liveSends(of: stored), messages: messages, now: now))
    }
}

extension PostgresRow {
    /// Reads the columns `SQLPart.verification`.
    func storedVerification() throws -> StoredVerification {
        guard let app = AppID(try decode("app", as: String.self)),
            let status = VerificationStatus(rawValue: try decode("status", as: String.self))
        else { throw StoreError.unreadableRow }
        return StoredVerification(
            id: try decode("id"), phoneKey: PhoneKey(app: app, phone: try decode("phone")), status: status,
            reason: try decode("reason"),
            code: CodeSource(keyName: try decode("code_key"), digits: try decode("code_digits")),
            maxSends: Int(try decode("max_sends", as: Int16.self)),
            maxChecks: Int(try decode("max_checks", as: Int16.self)), checks: Int(try decode("checks", as: Int16.self)),
            metadata: MetadataText.texts(in: try decode("metadata")), createdAt: try decode("created_at"),
            expiresAt: try decode("expires_at"), approvedBy: try decode("approved_by"),
            appProof: try decode("app_proof"))
    }

    /// Reads the columns `SQLPart.request`; nil for an outcome that only a later program can have written.
    func request() throws -> NewRequest? {
        guard let outcome = NewRequest.Outcome(rawValue: try decode("outcome", as: String.self)) else { return nil }
        return NewRequest(
            id: try decode("request_id"), verification: try decode("verification_id"), outcome: outcome, message: nil,
            metadata: MetadataText.texts(in: try decode("request_metadata")))
    }

    /// The columns of the phone's row; nil when the phone has no live verification, or another verification.
    func liveSends(of stored: StoredVerification) throws -> LiveVerification? {
        guard let sends = try decode("live_sends", as: Int16?.self),
            let messages = try decode("live_messages", as: Int16?.self)
        else { return nil }
        return LiveVerification(
            id: stored.id, newestRequest: try decode("live_request"), code: stored.code, expiresAt: stored.expiresAt,
            lastEnd: stored.expiresAt, sends: Int(sends), messages: Int(messages),
            resendAfter: try decode("live_resend_after"), wrongCodes: stored.checks)
    }

    /// Reads the columns `SQLPart.message`.
    func messageReport(now: Timestamp) throws -> MessageReport {
        guard let status = MessageStatus(rawValue: try decode("status", as: String.self)) else {
            throw StoreError.unreadableRow
        }
        let stage = MessageStage(word: try decode("stage"), due: try decode("due_at"))
        return MessageReport(
            ordinal: Int(try decode("ordinal", as: Int16.self)), status: status, reason: try decode("reason"),
            gateway: try decode("gateway"), gatewayID: try decode("gateway_id"), language: try decode("language"),
            encoding: try decode("encoding"), segments: try decode("parts", as: Int16?.self).map(Int.init),
            tries: Int(try decode("tries", as: Int16.self)), mayBeDuplicate: try decode("may_be_duplicate"),
            createdAt: try decode("created_at"), updatedAt: try decode("updated_at"),
            calls: try callReports()
        ).told(stage, at: now)
    }
}
