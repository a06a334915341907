import PostgreSQL
import VerificationCore

extension SQL {
    /// Makes rows without any state for phones that have none; waits for whoever is making one.
    ///
    /// For a transaction of its own: whoever makes some rows and then waits for others may be waited for.
    static func insertMissingPhones(_ keys: [PhoneKey]) -> SQL {
        """
        insert into phone_state (app, phone)
        select app, phone from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) as k (app, phone)
        on conflict (app, phone) do nothing
        """
    }

    /// Locks the rows in the order of the keys, the same order everywhere, whatever the database takes for alphabetical.
    static func lockPhones(_ keys: [PhoneKey]) -> SQL {
        """
        select p.app, p.phone, p.sends, p.wrong_codes, p.live_id, p.live_code_key, p.live_code_digits,
               p.live_expires_at, p.live_sends, p.live_messages, p.live_wrong_codes, p.live_resend_after
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) with ordinality as k (app, phone, place)
        join phone_state p on p.app = k.app and p.phone = k.phone
        order by k.place
        for update of p
        """
    }

    /// Those of the phones whose rows somebody else holds.
    ///
    /// A shared lock is enough to find out, so that two who look at the same time do not take each other for holders.
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
    /// Rows of `lockedPhones`.
    func phoneKeys() throws(PostgresError) -> Set<PhoneKey> {
        var keys: Set<PhoneKey> = []
        for row in self {
            guard let app = AppID(try row.decode(0, as: String.self)) else { continue }
            keys.insert(PhoneKey(app: app, phone: try row.decode(1)))
        }
        return keys
    }

    /// Rows of `lockPhones`.
    func phones() throws -> [PhoneKey: PhoneState] {
        var phones: [PhoneKey: PhoneState] = [:]
        for row in self {
            guard let app = AppID(try row.decode(0, as: String.self)) else { continue }
            phones[PhoneKey(app: app, phone: try row.decode(1))] = PhoneState(
                sends: SlotCounts(column: try row.decode(2)), wrongCodes: SlotCounts(column: try row.decode(3)),
                live: try row.live())
        }
        return phones
    }
}

extension PostgresRow {
    fileprivate func live() throws(PostgresError) -> LiveVerification? {
        guard let id = try decode(4, as: VerificationID?.self) else { return nil }
        return LiveVerification(
            id: id, code: CodeSource(keyName: try decode(5), digits: try decode(6)),
            expiresAt: try decode(7), sends: Int(try decode(8, as: Int16.self)),
            messages: Int(try decode(9, as: Int16.self)), resendAfter: try decode(11),
            wrongCodes: Int(try decode(10, as: Int16.self)))
    }
}
