import PostgreSQL
import VerificationCore

/// A row of `phone_state`, a member for each column; the `live` members are nil without a live verification.
struct PhoneRow {
    let app: String
    let phone: String
    /// Array literals, see `SlotCounts.column`.
    let sends: String
    let wrongCodes: String
    let limitsOverAt: Timestamp
    let liveID: VerificationID?
    let codeKey: String?
    let codeDigits: Int16?
    let expiresAt: Timestamp?
    let lastEnd: Timestamp?
    let liveSends: Int16?
    let liveMessages: Int16?
    let liveWrongCodes: Int16?
    let resendAfter: Timestamp?
    let newestRequest: VerificationID?

    init(_ key: PhoneKey, state: PhoneState) {
        app = key.app.name
        phone = key.phone
        sends = state.sends.column.literal
        wrongCodes = state.wrongCodes.column.literal
        let ends = [state.sends.endsToCountAt, state.wrongCodes.endsToCountAt].compactMap(\.self)
        limitsOverAt = ends.max() ?? Timestamp(microseconds: 0)
        liveID = state.live?.id
        codeKey = state.live?.code.keyName
        codeDigits = state.live?.code.digits
        expiresAt = state.live?.expiresAt
        lastEnd = state.live?.lastEnd
        // The rules keep these small; a row that says otherwise must not end the process.
        liveSends = state.live.map { Int16(clamping: $0.sends) }
        liveMessages = state.live.map { Int16(clamping: $0.messages) }
        liveWrongCodes = state.live.map { Int16(clamping: $0.wrongCodes) }
        resendAfter = state.live?.resendAfter
        newestRequest = state.live?.newestRequest
    }

    /// Inserts rows of new phones; the primary key refuses a row that another transaction inserts at the same moment.
    static func insert(_ rows: [PhoneRow]) -> SQL {
        """
        insert into phone_state (app, phone, sends, wrong_codes, limits_over_at, live_id, live_code_key, live_code_digits,
          live_expires_at, live_last_end, live_sends, live_messages, live_wrong_codes, live_resend_after, live_request)
        select app, phone, sends::bigint[], wrong_codes::bigint[], limits_over_at, live_id, code_key, code_digits,
          expires_at, last_end, live_sends, live_messages, live_wrong_codes, resend_after, newest
        from \(rows: rows.map(\.app), rows.map(\.phone), rows.map(\.sends), rows.map(\.wrongCodes),
          rows.map(\.limitsOverAt), rows.map(\.liveID), rows.map(\.codeKey), rows.map(\.codeDigits),
          rows.map(\.expiresAt), rows.map(\.lastEnd), rows.map(\.liveSends), rows.map(\.liveMessages),
          rows.map(\.liveWrongCodes), rows.map(\.resendAfter), rows.map(\.newestRequest))
          as k (app, phone, sends, wrong_codes, limits_over_at, live_id, code_key, code_digits, expires_at, last_end,
            live_sends, live_messages, live_wrong_codes, resend_after, newest)
        """
    }

    /// Saves rows that this transaction has locked.
    static func update(_ rows: [PhoneRow]) -> SQL {
        """
        update phone_state p set sends = k.sends::bigint[], wrong_codes = k.wrong_codes::bigint[],
          limits_over_at = k.limits_over_at, live_id = k.live_id, live_code_key = k.code_key,
          live_code_digits = k.code_digits, live_expires_at = k.expires_at, live_last_end = k.last_end,
          live_sends = k.live_sends, live_messages = k.live_messages, live_wrong_codes = k.live_wrong_codes,
          live_resend_after = k.resend_after, live_request = k.newest, used_at = now()
        from \(rows: rows.map(\.app), rows.map(\.phone), rows.map(\.sends), rows.map(\.wrongCodes),
          rows.map(\.limitsOverAt), rows.map(\.liveID), rows.map(\.codeKey), rows.map(\.codeDigits),
          rows.map(\.expiresAt), rows.map(\.lastEnd), rows.map(\.liveSends), rows.map(\.liveMessages),
          rows.map(\.liveWrongCodes), rows.map(\.resendAfter), rows.map(\.newestRequest))
          as k (app, phone, sends, wrong_codes, limits_over_at, live_id, code_key, code_digits, expires_at, last_end,
            live_sends, live_messages, live_wrong_codes, resend_after, newest)
        where p.app = k.app and p.phone = k.phone
        """
    }
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
}

extension SQL {
    /// Inserts empty rows for phones without a row; waits for a transaction that inserts such a row at this moment.
    ///
    /// It must be a transaction of its own. Two transactions that each hold a new row, and then wait for the other's
    /// row, would wait for ever.
    static func insertMissingPhones(_ keys: [PhoneKey]) -> SQL {
        """
        insert into phone_state (app, phone)
        select app, phone from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) as k (app, phone)
        on conflict (app, phone) do nothing
        """
    }

    /// Locks the rows in the order of `keys`, which does not depend on PostgreSQL's collation.
    ///
    /// For the lock order see `PostgresVerificationStore`.
    static func lockPhones(_ keys: [PhoneKey]) -> SQL {
        """
        select \(SQLPart.phone)
        from \(numberedRows: keys.map(\.app.name), keys.map(\.phone)) as k (app, phone, place)
        join phone_state p on p.app = k.app and p.phone = k.phone
        order by k.place
        for update of p
        """
    }

    /// Finds the phones whose rows another transaction holds.
    ///
    /// It asks for shared locks: two transactions that look at the same time do not take each other for holders.
    static func lockedPhones(_ keys: [PhoneKey]) -> SQL {
        """
        with free as materialized (
          select p.app, p.phone
          from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) as k (app, phone)
          join phone_state p on p.app = k.app and p.phone = k.phone
          for share of p skip locked
        )
        select p.app, p.phone
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) as k (app, phone)
        join phone_state p on p.app = k.app and p.phone = k.phone
        where not exists (select from free f where f.app = p.app and f.phone = p.phone)
        """
    }
}

extension PostgresRows {
    /// Reads the rows of `lockedPhones`.
    func phoneKeys() throws(PostgresError) -> Set<PhoneKey> {
        var keys: Set<PhoneKey> = []
        for row in self {
            if let key = try row.phoneKey() { keys.insert(key) }
        }
        return keys
    }

    /// Reads rows with the columns `SQLPart.phone`.
    func phones() throws -> [PhoneKey: PhoneState] {
        var phones: [PhoneKey: PhoneState] = [:]
        for row in self {
            guard let key = try row.phoneKey() else { continue }
            phones[key] = PhoneState(
                sends: SlotCounts(column: try row.decode("sends")),
                wrongCodes: SlotCounts(column: try row.decode("wrong_codes")), live: try row.live())
        }
        return phones
    }
}

extension PostgresRow {
    /// Nil when the app's id is not valid in this version.
    func phoneKey() throws(PostgresError) -> PhoneKey? {
        guard let app = AppID(try decode("app", as: String.self)) else { return nil }
        return PhoneKey(app: app, phone: try decode("phone"))
    }

    fileprivate func live() throws(PostgresError) -> LiveVerification? {
        guard let id = try decode("live_id", as: VerificationID?.self) else { return nil }
        return LiveVerification(
            id: id, newestRequest: try decode("live_request"),
            code: CodeSource(keyName: try decode("live_code_key"), digits: try decode("live_code_digits")),
            expiresAt: try decode("live_expires_at"), lastEnd: try decode("live_last_end"),
            sends: Int(try decode("live_sends", as: Int16.self)),
            messages: Int(try decode("live_messages", as: Int16.self)), resendAfter: try decode("live_resend_after"),
            wrongCodes: Int(try decode("live_wrong_codes", as: Int16.self)))
    }
}
