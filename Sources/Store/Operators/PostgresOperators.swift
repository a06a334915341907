import PostgreSQL
import VerificationCore

/// Keeps operators and their sessions in two small tables.
///
/// Where two meet: a person signs in while the same person is changed or removed. Both lock the person's row. If the
/// session is first, the change takes it along. If the change is first, the sign-in finds no operator as it knew that
/// person, and adds nothing.
package struct PostgresOperators: OperatorStore {
    let pool: PostgresPool
    private let patience: Duration

    /// `patience`: how long a call waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        self.pool = pool
        self.patience = patience
    }

    @discardableResult
    package func save(_ person: Operator, password: PasswordHash) async throws(StoreError) -> Bool {
        let name = person.name.text
        return try await pool.ask {
            let answers = try await pool.pipeline(
                [
                    // Waits for a first single sign-on by this name, whose identity only the next statement sees.
                    """
                    insert into operator as o (name, role, password)
                    values (\(name), \(person.role.rawValue), \(password.text))
                    on conflict (name) do update set role = o.role
                    """,
                    """
                    update operator set role = \(person.role.rawValue), password = \(password.text),
                      changed_at = clock_timestamp()
                    where name = \(name) and not exists (select from operator_identity where name = \(name))
                    """,
                    """
                    delete from operator_session where name = \(name)
                      and not exists (select from operator_identity where name = \(name))
                    """,
                ], deadline: end)
            return answers[1].affectedRows == 1
        }
    }

    package func remove(_ name: OperatorName) async throws(StoreError) -> Bool {
        try await pool.ask {
            try await pool.query("delete from operator where name = \(name.text)", deadline: end)
                .affectedRows == 1
        }
    }

    package func operators() async throws(StoreError) -> [StoredOperator] {
        try await pool.ask {
            try await pool.read(
                """
                select o.name, o.role, o.password, o.changed_at, i.issuer, i.subject, i.is_off
                from operator o left join operator_identity i using (name) order by o.name
                """, deadline: end
            ).operators()
        }
    }

    package func begin(
        _ session: OperatorSession, knowing changedAt: Timestamp
    ) async throws(StoreError) -> Bool {
        try await pool.ask {
            let added = try await pool.query(
                """
                insert into operator_session (token_hash, name, began_at, address, browser, seen_at, asks_keys)
                select \(session.tokenHash), name, \(session.beganAt), \(session.client.address?.description)::text,
                  \(session.client.browser)::text, \(session.seenAt), true
                from operator
                where name = \(session.name.text) and changed_at = \(changedAt) for share
                """, deadline: end)
            return added.affectedRows == 1
        }
    }

    package func end(tokenHash: [UInt8]) async throws(StoreError) {
        _ = try await pool.ask {
            try await pool.query("delete from operator_session where token_hash = \(tokenHash)", deadline: end)
        }
    }

    package func saw(_ moments: [[UInt8]: Timestamp]) async throws(StoreError) {
        // In one order, because two dashboards write the same rows in the same minute.
        let sorted = moments.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let updates = sorted.map { hash, moment -> SQL in
            """
            update operator_session set seen_at = \(moment)
            where token_hash = \(hash) and coalesce(seen_at, began_at) < \(moment)
            """
        }
        guard !updates.isEmpty else { return }
        _ = try await pool.ask { try await pool.pipeline(updates, deadline: end) }
    }

    package func changePassword(
        of name: OperatorName, knowing changedAt: Timestamp, to password: PasswordHash
    ) async throws(StoreError) -> Bool {
        try await pool.ask {
            let answers = try await pool.pipeline(
                [
                    """
                    update operator set password = \(password.text), changed_at = clock_timestamp()
                    where name = \(name.text) and changed_at = \(changedAt)
                    """,
                    // A hash has a salt of its own, so it is there only if the first statement has written it.
                    """
                    delete from operator_session where name = \(name.text)
                      and exists (select from operator where name = \(name.text) and password = \(password.text))
                    """,
                ], deadline: end)
            return answers[0].affectedRows == 1
        }
    }

    package func sessions() async throws(StoreError) -> [OperatorSession] {
        let life = OperatorSession.life.wholeMicroseconds
        return try await pool.ask {
            let answers = try await pool.pipeline(
                [
                    """
                    delete from operator_session
                    where began_at <= clock_timestamp() - \(life) * interval '1 microsecond'
                    """,
                    // A dashboard of a former version asks for no code or no key, and leaves `seen_at` or `asks_keys` as it is. It
                    // also takes a password that one of its commands gave to a person of the single sign-on.
                    """
                    select token_hash, name, began_at, address, browser, seen_at from operator_session s
                    where (seen_at is not null or not exists (select from operator_factor f where f.name = s.name))
                      and (asks_keys or not exists (select from operator_security_key k where k.name = s.name))
                      and (asks_keys or not exists (select from operator_identity i where i.name = s.name))
                    """,
                ], deadline: end)
            return try answers[1].compactMap { row in
                guard let name = OperatorName(try row.decode("name", as: String.self)) else { return nil }
                return OperatorSession(
                    tokenHash: try row.decode("token_hash"), name: name, beganAt: try row.decode("began_at"),
                    client: OperatorClient(
                        address: try row.decode("address", as: String?.self).flatMap(IPAddress.init),
                        browser: try row.decode("browser")),
                    seenAt: try row.decode("seen_at"))
            }
        }
    }

    var end: ContinuousClock.Instant { .now + patience }
}

extension PostgresRows {
    func operators() throws(PostgresError) -> [StoredOperator] {
        var found: [StoredOperator] = []
        for row in self {
            // A later version may know further roles and other hashes.
            guard let name = OperatorName(try row.decode("name", as: String.self)),
                let role = OperatorRole(rawValue: try row.decode("role", as: String.self)),
                let password = PasswordHash(text: try row.decode("password", as: String.self))
            else { continue }
            found.append(
                StoredOperator(
                    Operator(name: name, role: role), password: password, changedAt: try row.decode("changed_at"),
                    identity: try row.identity(), isOff: try row.decode("is_off", as: Bool?.self) ?? false))
        }
        return found
    }
}

extension PostgresRow {
    /// Nil for a person with a password.
    fileprivate func identity() throws(PostgresError) -> OperatorIdentity? {
        guard let issuer = try decode("issuer", as: String?.self), let subject = try decode("subject", as: String?.self)
        else { return nil }
        return OperatorIdentity(issuer: issuer, subject: subject)
    }
}
