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

    init(_ key: PhoneKey, _ state: PhoneState) {
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
