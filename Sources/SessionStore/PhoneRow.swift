import PostgreSQL
import VerificationCore

/// A row of `phone_state` in columns.
struct PhoneRow {
    let app: String
    let phone: String
    /// An array literal.
    let sendTimes: String
    let liveID: VerificationID?
    let codeKey: String?
    let codeDigits: Int16?
    let expiresAt: Timestamp?
    let sends: Int16?
    let messages: Int16?
    let resendAfter: Timestamp?

    init(_ key: PhoneKey, _ state: PhoneState) {
        app = key.app.name
        phone = key.phone
        sendTimes = state.sendTimes.column.literal
        liveID = state.live?.id
        codeKey = state.live?.code.keyName
        codeDigits = state.live.map { Int16($0.code.digits) }
        expiresAt = state.live?.expiresAt
        sends = state.live.map { Int16($0.sends) }
        messages = state.live.map { Int16($0.messages) }
        resendAfter = state.live?.resendAfter
    }

    /// Saves rows that this transaction has locked.
    static func update(_ rows: [PhoneRow]) -> SQL {
        """
        update phone_state p set send_times = k.send_times::bigint[], live_id = k.live_id,
          live_code_key = k.code_key, live_code_digits = k.code_digits, live_expires_at = k.expires_at,
          live_sends = k.sends, live_messages = k.messages, live_resend_after = k.resend_after, used_at = now()
        from unnest(\(rows.map(\.app)), \(rows.map(\.phone)), \(rows.map(\.sendTimes)), \(rows.map(\.liveID)),
          \(rows.map(\.codeKey)), \(rows.map(\.codeDigits)), \(rows.map(\.expiresAt)), \(rows.map(\.sends)),
          \(rows.map(\.messages)), \(rows.map(\.resendAfter)))
          as k (app, phone, send_times, live_id, code_key, code_digits, expires_at, sends, messages, resend_after)
        where p.app = k.app and p.phone = k.phone
        """
    }
}

/// An app's metadata as JSON; null when there is none.
struct MetadataText {
    let text: String?

    init(_ metadata: [String: String]) {
        guard !metadata.isEmpty else {
            text = nil
            return
        }
        var writer = JSONWriter()
        writer.object { writer in
            for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { writer.member(key, value) }
        }
        text = String(decoding: writer.bytes, as: UTF8.self)
    }
}
