import PostgreSQL

/// What several statements share.
extension SQL {
    /// The clock of record; see `PostgresVerificationStore`.
    static let now: SQL = "select clock_timestamp()"
}

extension SQLPart {
    /// What `PostgresRows.phones` reads of `phone_state p`.
    static let phone: SQLPart = """
        p.app, p.phone, p.sends, p.wrong_codes, p.live_id, p.live_code_key, p.live_code_digits, p.live_expires_at,
        p.live_sends, p.live_messages, p.live_wrong_codes, p.live_resend_after
        """

    /// Takes the live verification off a row of `phone_state`.
    static let nothingLive: SQLPart = """
        live_id = null, live_code_key = null, live_code_digits = null, live_expires_at = null, live_sends = null,
        live_messages = null, live_wrong_codes = null, live_resend_after = null
        """

    /// What `PostgresRow.storedVerification` reads of `verification v`.
    static let verification: SQLPart = """
        v.id, v.app, v.phone, v.status, v.reason, v.code_key, v.code_digits, v.max_sends, v.max_checks, v.checks,
        v.metadata::text, v.created_at, v.expires_at
        """

    /// What `PostgresRow.messageReport` reads of `message m`.
    static let message: SQLPart = """
        m.verification_id, m.ordinal, m.status, m.reason, m.gateway, m.gateway_id, m.language, m.encoding, m.parts,
        m.tries, m.may_be_duplicate, m.created_at, m.updated_at, m.stage, m.due_at
        """

    /// What `PostgresRows.testNumbers` reads.
    static let testNumber: SQLPart =
        "app, id, phone, region, calling_code, kind, code_key, sealed_code, scenario, expires_at"
}
