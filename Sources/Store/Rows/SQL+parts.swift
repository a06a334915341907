import PostgreSQL

/// A statement that several transactions share.
extension SQL {
    /// The clock of record; see `PostgresVerificationStore`.
    static let now: SQL = "select clock_timestamp()"
}

extension SQLPart {
    /// The columns of `phone_state p` that `PostgresRows.phones` reads.
    static let phone: SQLPart = """
        p.app, p.phone, p.sends, p.wrong_codes, p.live_id, p.live_code_key, p.live_code_digits, p.live_expires_at,
        coalesce(p.live_last_end, p.live_expires_at) as live_last_end, p.live_sends, p.live_messages,
        p.live_wrong_codes, p.live_resend_after, p.live_request
        """

    /// Takes the live verification off a row of `phone_state`.
    static let nothingLive: SQLPart = """
        live_id = null, live_code_key = null, live_code_digits = null, live_expires_at = null,
        live_last_end = null, live_sends = null, live_messages = null, live_wrong_codes = null, live_resend_after = null,
        live_request = null
        """

    /// The columns of `verification v` that `PostgresRow.storedVerification` reads.
    static let verification: SQLPart = """
        v.id, v.app, v.phone, v.status, v.reason, v.code_key, v.code_digits, v.max_sends, v.max_checks, v.checks,
        v.metadata::text, v.created_at, v.expires_at, v.approved_by
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

    /// The columns of `test_number` that `PostgresRows.testNumbers` reads.
    static let testNumber: SQLPart =
        "app, id, phone, region, calling_code, kind, code_key, sealed_code, scenario, expires_at"
}
