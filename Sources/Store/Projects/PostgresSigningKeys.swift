import AccountCore
import PostgreSQL
import VerificationCore

/// Keeps the keys that sign tokens, each under a key of the ring.
package struct PostgresSigningKeys: SigningKeyStore {
    private let pool: PostgresPool
    private let patience: Duration

    /// `patience`: how long a call waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        self.pool = pool
        self.patience = patience
    }

    package func signingKeys() async throws(StoreError) -> [SigningKey] {
        try await pool.ask {
            try await pool.read(
                """
                select id, code_key, sealed_secret, certificate, active_from from signing_key
                order by active_from, id
                """, deadline: end
            ).map { row in
                SigningKey(
                    id: try row.decode("id"),
                    secret: SealedCode(keyName: try row.decode("code_key"), bytes: try row.decode("sealed_secret")),
                    certificate: try row.decode("certificate"), activeFrom: try row.decode("active_from"))
            }
        }
    }

    package func add(_ key: SigningKey) async throws(StoreError) {
        _ = try await change([.add(key, onlyFirst: false)])
    }

    /// Where two processes meet, the lock in the table's name lets the second find the key of the first.
    package func addFirst(_ key: SigningKey) async throws(StoreError) {
        _ = try await change([
            "select pg_advisory_xact_lock('signing_key'::regclass::oid::bigint) is null", .add(key, onlyFirst: true),
        ])
    }

    package func reseal(_ key: SigningKey) async throws(StoreError) -> Bool {
        try await change([
            """
            update signing_key set code_key = \(key.secret.keyName), sealed_secret = \(key.secret.bytes)
            where id = \(key.id)
            """
        ])[0].affectedRows == 1
    }

    package func removeSigningKey(_ id: String) async throws(StoreError) -> Bool {
        try await change(["delete from signing_key where id = \(id)"])[0].affectedRows == 1
    }

    private func change(_ statements: [SQL]) async throws(StoreError) -> [PostgresRows] {
        try await SettingsChanges(pool: pool).make(of: [.signingKeys], by: end, statements)
    }

    private var end: ContinuousClock.Instant { .now + patience }
}

extension SQL {
    /// `onlyFirst`: whether it adds nothing where there is a key.
    fileprivate static func add(_ key: SigningKey, onlyFirst: Bool) -> SQL {
        """
        insert into signing_key (id, code_key, sealed_secret, certificate, active_from)
        select \(key.id), \(key.secret.keyName), \(key.secret.bytes), \(key.certificate), \(key.activeFrom)
        where not \(onlyFirst) or not exists (select from signing_key)
        """
    }
}
