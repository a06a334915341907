import PostgreSQL
import VerificationCore

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
