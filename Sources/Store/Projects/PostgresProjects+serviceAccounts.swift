import AccountCore
import PostgreSQL
import VerificationCore

// The public keys that verify custom tokens.
extension PostgresProjects {
    package func serviceAccounts() async throws(StoreError) -> [ServiceAccount] {
        try await pool.ask {
            try await pool.read(
                """
                select key_id, project, email, public_key, created_at from service_account
                order by created_at, key_id
                """, deadline: end
            ).compactMap { try $0.serviceAccount() }
        }
    }

    package func add(_ account: ServiceAccount) async throws(StoreError) -> Bool {
        try await changeServiceAccount(
            """
            insert into service_account (key_id, project, email, public_key, created_at)
            select \(account.keyID), id, \(account.email), \(account.publicKey), \(account.createdAt)
            from project where id = \(account.project.text)
            """)
    }

    package func removeServiceAccount(_ keyID: String) async throws(StoreError) -> Bool {
        try await changeServiceAccount("delete from service_account where key_id = \(keyID)")
    }

    /// Whether the statement changed a row.
    private func changeServiceAccount(_ statement: SQL) async throws(StoreError) -> Bool {
        try await SettingsChanges(pool: pool).make(of: [.serviceAccounts], by: end, [statement])[0].affectedRows == 1
    }

    private var end: ContinuousClock.Instant { .now + patience }
}

extension PostgresRow {
    /// Nil for a project whose name this version cannot read.
    fileprivate func serviceAccount() throws(PostgresError) -> ServiceAccount? {
        guard let project = ProjectID(try decode("project", as: String.self)) else { return nil }
        return ServiceAccount(
            keyID: try decode("key_id"), project: project, email: try decode("email"),
            publicKey: try decode("public_key"), createdAt: try decode("created_at"))
    }
}
