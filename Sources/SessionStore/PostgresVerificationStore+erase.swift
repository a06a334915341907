import PostgreSQL
import VerificationCore

extension PostgresVerificationStore {
    /// A phone is no key of the history, for an index on it would cost every claim a write, and this call is rare: it
    /// reads all days' partitions instead.
    private static let eraseDeadline = Duration.seconds(300)

    /// Forgets the verifications that were there when the call began; one that begins meanwhile stays.
    ///
    /// The live one leaves the phone's row first, under its lock, so that no request joins it any more. The long search
    /// then holds no lock that a claim could wait for. After an error it may be called again.
    ///
    /// The rows of its requests stay: they tell nothing of a person, and a request that is delivered once more, or comes
    /// back from the dead letters, is told from a new one by them, so that nothing is sent twice.
    package func erase(_ phone: PhoneKey) async throws(StoreProblem) -> Int {
        let end = ContinuousClock.now + Self.eraseDeadline
        let began = try await asking {
            try await pool.query(.takeOffLive(phone), deadline: end)[0].decode(0, as: Timestamp.self)
        }
        let ids = try await pool.commit(by: end) { transaction in
            try await transaction.commit(with: [.mayTakeLong, .verifications(of: phone, until: began)])[1]
                .column(as: VerificationID.self)
        }
        let erased = try await pool.commit(by: end) { transaction in
            try await transaction.commit(with: [.mayTakeLong] + SQL.erasing(ids, of: phone.app))
        }
        try await asking { _ = try await pool.query(.forgetWhenOver(phone), deadline: end) }
        return erased.last?.affectedRows ?? 0
    }
}

extension SQL {
    fileprivate static let mayTakeLong: SQL = "select set_config('statement_timeout', '300000', true)"

    /// Makes the row where there is none, so that whoever is inserting it at this moment is waited for.
    fileprivate static func takeOffLive(_ phone: PhoneKey) -> SQL {
        """
        insert into phone_state (app, phone) values (\(phone.app.name), \(phone.phone))
        on conflict (app, phone) do update set live_id = null, live_code_key = null, live_code_digits = null,
          live_expires_at = null, live_sends = null, live_messages = null, live_wrong_codes = null,
          live_resend_after = null
        returning clock_timestamp()
        """
    }

    fileprivate static func verifications(of phone: PhoneKey, until moment: Timestamp) -> SQL {
        """
        select id from verification
        where app = \(phone.app.name) and phone = \(phone.phone) and created_at <= \(moment)
        """
    }

    /// The verifications last: a check of a code may wait for one of these.
    fileprivate static func erasing(_ ids: [VerificationID], of app: AppID) -> [SQL] {
        [
            "delete from idempotency_key where app = \(app.name) and verification_id = any(\(ids))",
            "delete from message where verification_id = any(\(ids))",
            "delete from verification where id = any(\(ids))",
        ]
    }

    /// The phone's row stays only while it says how much of a limit is used.
    fileprivate static func forgetWhenOver(_ phone: PhoneKey) -> SQL {
        """
        delete from phone_state
        where app = \(phone.app.name) and phone = \(phone.phone) and live_id is null
          and limits_over_at <= clock_timestamp()
        """
    }
}
