import AccountCore
import PostgreSQL
import VerificationCore

/// Says in which projects an account keeps a number, and nothing else of the account.
package struct PostgresPhoneOwners: Sendable {
    private let pool: PostgresPool

    package init(pool: PostgresPool) { self.pool = pool }

    /// The projects of these apps, by their ids.
    package func projects(keeping phone: String, apps: [AppID]) async throws(StoreError) -> [ProjectID] {
        try await pool.ask {
            let rows = try await pool.read(
                """
                select p.id from project p join account a on a.project = p.id
                where p.app = any(\(apps.map(\.name))) and a.phone = \(phone) order by p.id
                """)
            return try rows.compactMap { ProjectID(try $0.decode("id", as: String.self)) }
        }
    }
}
