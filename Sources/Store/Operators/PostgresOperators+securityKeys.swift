import PostgreSQL
import VerificationCore

extension PostgresOperators: SecurityKeyStore {
    package func securityKeys() async throws(StoreError) -> [SecurityKey] {
        try await pool.ask {
            let rows = try await pool.read(
                """
                select id, name, label, site, public_key, counter, created_at, used_at from operator_security_key
                order by created_at, id
                """, deadline: end)
            return try rows.compactMap { row in
                guard let name = OperatorName(try row.decode("name", as: String.self)) else { return nil }
                return SecurityKey(
                    id: try row.decode("id"), name: name, label: try row.decode("label"),
                    site: try row.decode("site"), publicKey: try row.decode("public_key"),
                    counter: UInt32(clamping: try row.decode("counter", as: Int64.self)),
                    createdAt: try row.decode("created_at"), usedAt: try row.decode("used_at"))
            }
        }
    }

    /// Where two add a key for the same person: both lock the person's row, so the second counts the first's key.
    ///
    /// A sign-in by the password alone that has begun knows another moment, and begins no session.
    package func add(_ key: SecurityKey) async throws(StoreError) -> Bool {
        try await pool.ask {
            let answers = try await pool.pipeline(
                [
                    "update operator set changed_at = clock_timestamp() where name = \(key.name.text)",
                    """
                    insert into operator_security_key (id, name, label, site, public_key, counter, created_at, used_at)
                    select \(key.id), name, \(key.label)::text, \(key.site)::text, \(key.publicKey),
                      \(Int64(key.counter)), \(key.createdAt), \(key.usedAt)::timestamptz
                    from operator where name = \(key.name.text)
                      and (select count(*) from operator_security_key k where k.name = \(key.name.text))
                        < \(Int64(SecurityKey.most))
                    on conflict do nothing
                    """,
                ], deadline: end)
            return answers[1].affectedRows == 1
        }
    }

    package func useSecurityKey(
        _ id: [UInt8], of name: OperatorName, challenge at: Timestamp, counter: UInt32
    ) async throws(StoreError) -> Bool {
        let counter = Int64(counter)
        return try await pool.ask {
            try await pool.query(
                """
                update operator_security_key set counter = \(counter), used_at = \(at)
                where id = \(id) and name = \(name.text) and (used_at is null or used_at < \(at))
                  and (counter < \(counter) or (counter = 0 and \(counter) = 0))
                """, deadline: end
            ).affectedRows == 1
        }
    }

    package func removeSecurityKey(_ id: [UInt8], of name: OperatorName) async throws(StoreError) -> Bool {
        try await pool.ask {
            try await pool.query(
                "delete from operator_security_key where id = \(id) and name = \(name.text)", deadline: end
            ).affectedRows == 1
        }
    }

    package func removeSecurityKeys(of name: OperatorName) async throws(StoreError) -> Int {
        try await pool.ask {
            try await pool.query("delete from operator_security_key where name = \(name.text)", deadline: end)
                .affectedRows
        }
    }
}
