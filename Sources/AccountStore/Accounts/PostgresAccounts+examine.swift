import AccountCore
import PostgreSQL
import SessionStore
import VerificationCore

extension PostgresAccounts: StoreHealth {
    /// Tries what the Firebase surface does with accounts, sessions, projects and keys.
    ///
    /// It touches no row: PostgreSQL looks at tables, columns and rights before it finds that there is no row.
    package func examine() async throws(StoreProblem) {
        try await pool.ask {
            try await pool.transaction(deadline: end) { _ = try await $0.pipeline(Self.rehearsal) }
        }
    }

    private static let rehearsal: [SQL] =
        ["account", "account_link", "refresh_session", "used_verification", "signing_key"].map { table in
            "insert into \(identifier: table) select * from \(identifier: table) where false"
        }
        + ["account", "account_link", "refresh_session", "used_verification"].map { table in
            "delete from \(identifier: table) where false"
        } + [
            "update account set phone = phone, valid_since = valid_since where false",
            "update refresh_session set ended_at = ended_at, last_used_at = last_used_at, token_hash = token_hash where false",
            "update project set domains = domains, others = others where false",
            "select from service_account where false",
        ]
}
