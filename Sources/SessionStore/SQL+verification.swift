import PostgreSQL
import StrictJSON
import VerificationCore

extension SQL {
    /// The verification that an id leads to, its messages, and the time; three statements for `found()`.
    static func report(_ id: VerificationID, of app: AppID) -> [SQL] {
        [
            """
            select v.id, v.phone, v.status, v.reason, v.code_key, v.code_digits, v.max_sends, v.max_checks, v.checks,
                   v.metadata::text, v.created_at, v.expires_at, v.app, p.live_sends, p.live_messages,
                   p.live_resend_after, r.outcome, v.app = \(app.name)
            from requests_of(array[\(id)]) r
            left join lateral verifications_of(array[r.verification_id]) v on true
            left join phone_state p on p.app = v.app and p.phone = v.phone and p.live_id = v.id
            """,
            """
            select ordinal, status, reason, gateway, gateway_id, language, encoding, parts, tries, may_be_duplicate,
                   created_at, updated_at, stage, due_at
            from messages_of(array(select verification_id from requests_of(array[\(id)])))
            order by ordinal
            """,
            "select clock_timestamp()",
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

    /// Takes an ended verification off its phone.
    static func releasePhone(of id: VerificationID) -> SQL {
        """
        update phone_state p set live_id = null, live_code_key = null, live_code_digits = null, live_expires_at = null,
          live_sends = null, live_messages = null, live_wrong_codes = null, live_resend_after = null
        from verifications_of(array[\(id)]) v
        where v.status <> 'pending' and p.app = v.app and p.phone = v.phone and p.live_id = v.id
        """
    }
}

extension Collection where Element == PostgresRows {
    /// Reads the results of `SQL.report`.
    func found() throws -> FoundVerification {
        let results = Array(self)
        guard let row = results[0].first, let clock = results[2].first,
            let request = NewRequest.Outcome(rawValue: try row.decode(16, as: String.self))
        else { return .noSuchVerification }
        if request == .conflict { return .keyReused }
        guard let isOwn = try row.decode(17, as: Bool?.self) else { return .forgotten }
        guard isOwn else { return .noSuchVerification }
        var messages: [MessageReport] = []
        let now = try clock.decode(0, as: Timestamp.self)
        for message in results[1] { messages.append(try message.messageReport(now: now)) }
        let stored = try row.storedVerification()
        return .found(
            stored.report(live: try row.liveSends(of: stored), messages: messages, request: request, now: now))
    }
}

extension PostgresRow {
    /// The first thirteen columns of a verification.
    func storedVerification() throws -> StoredVerification {
        guard let app = AppID(try decode(12, as: String.self)),
            let status = VerificationStatus(rawValue: try decode(2, as: String.self))
        else { throw StoreProblem.unreadableRow }
        return StoredVerification(
            id: try decode(0), key: PhoneKey(app: app, phone: try decode(1)), status: status, reason: try decode(3),
            code: CodeSource(keyName: try decode(4), digits: try decode(5)),
            maxSends: Int(try decode(6, as: Int16.self)), maxChecks: Int(try decode(7, as: Int16.self)),
            checks: Int(try decode(8, as: Int16.self)), metadata: metadata(try decode(9)), createdAt: try decode(10),
            expiresAt: try decode(11))
    }

    /// The phone's row, where it still names the verification.
    func liveSends(of stored: StoredVerification) throws -> LiveVerification? {
        guard let sends = try decode(13, as: Int16?.self), let messages = try decode(14, as: Int16?.self) else {
            return nil
        }
        return LiveVerification(
            id: stored.id, code: stored.code, expiresAt: stored.expiresAt, sends: Int(sends), messages: Int(messages),
            resendAfter: try decode(15), wrongCodes: stored.checks)
    }

    /// The first fourteen columns of a message.
    func messageReport(now: Timestamp) throws -> MessageReport {
        guard let status = MessageStatus(rawValue: try decode(1, as: String.self)) else {
            throw StoreProblem.unreadableRow
        }
        let stage = MessageStage(word: try decode(12), due: try decode(13))
        return MessageReport(
            ordinal: Int(try decode(0, as: Int16.self)), status: status, reason: try decode(2), gateway: try decode(3),
            gatewayID: try decode(4), language: try decode(5), encoding: try decode(6),
            parts: try decode(7, as: Int16?.self).map(Int.init), tries: Int(try decode(8, as: Int16.self)),
            mayBeDuplicate: try decode(9), createdAt: try decode(10), updatedAt: try decode(11)
        ).told(stage, at: now)
    }

    private func metadata(_ text: String?) -> [String: String] {
        guard let text, let object = try? JSONValue(parsing: Array(text.utf8)).object else { return [:] }
        return Dictionary(object.members.compactMap { member in member.value.string.map { (member.key, $0) } }) { $1 }
    }
}
