import PostgreSQL
import VerificationCore

extension SQL {
    /// Makes rows without any state for phones that have none; waits for whoever is making one.
    ///
    /// For a transaction of its own: whoever makes some rows and then waits for others may be waited for.
    static func insertMissingPhones(_ keys: [PhoneKey]) -> SQL {
        """
        insert into phone_state (app, phone, send_times)
        select app, phone, '{}' from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) as k (app, phone)
        on conflict (app, phone) do nothing
        """
    }

    /// Locks the rows in the order of the keys, the same order everywhere, whatever the database takes for alphabetical.
    static func lockPhones(_ keys: [PhoneKey]) -> SQL {
        """
        select p.app, p.phone, p.send_times, p.live_id, p.live_code_key, p.live_code_digits, p.live_expires_at,
               p.live_sends, p.live_messages, p.live_resend_after
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

    /// Tries of the codes of live verifications.
    ///
    /// Apart from the locking statement, because a statement that waits for a lock sees the locked row anew, but joins
    /// it with what it had read before.
    static func countedChecks(_ keys: [PhoneKey]) -> SQL {
        """
        select v.id, v.checks
        from unnest(\(keys.map(\.app.name)), \(keys.map(\.phone))) as k (app, phone)
        join phone_state p on p.app = k.app and p.phone = k.phone
        join verification v on v.id = p.live_id
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

    /// Rows of `countedChecks`.
    func checks() throws(PostgresError) -> [VerificationID: Int] {
        var checks: [VerificationID: Int] = [:]
        for row in self { checks[try row.decode(0)] = Int(try row.decode(1, as: Int16.self)) }
        return checks
    }

    /// Rows of `lockPhones`.
    func phones(checks: [VerificationID: Int] = [:]) throws -> [PhoneKey: PhoneState] {
        var phones: [PhoneKey: PhoneState] = [:]
        for row in self {
            guard let app = AppID(try row.decode(0, as: String.self)) else { continue }
            let times = try [LimitState](column: try row.decode(2))
            phones[PhoneKey(app: app, phone: try row.decode(1))] = PhoneState(
                sendTimes: times, live: try row.live(checks: checks))
        }
        return phones
    }
}

extension PostgresRow {
    fileprivate func live(checks: [VerificationID: Int]) throws(PostgresError) -> LiveVerification? {
        guard let id = try decode(3, as: VerificationID?.self) else { return nil }
        return LiveVerification(
            id: id, code: CodeRecipe(keyName: try decode(4), digits: Int(try decode(5, as: Int16.self))),
            expiresAt: try decode(6), sends: Int(try decode(7, as: Int16.self)),
            messages: Int(try decode(8, as: Int16.self)), resendAfter: try decode(9), wrongCodes: checks[id] ?? 0)
    }
}
