import PostgreSQL
import VerificationCore

/// Counts what is on record of one app, test numbers aside.
package struct StoreCensus: Sendable, Hashable {
    package let requests: Int
    package let verifications: Int
    package let acceptedMessages: Int

    /// Reads all rows of the app; for benchmarks and checks, not for busy tables.
    package init(of app: AppID, in pool: PostgresPool) async throws(StoreProblem) {
        let row = try await asking {
            try await pool.read(
                """
                select
                  (select count(*) from verification_request r join verification v on v.id = r.verification_id
                   where v.app = \(app.name) and v.code_key <> ''),
                  (select count(*) from verification where app = \(app.name) and code_key <> ''),
                  (select count(*) from message m join verification v on v.id = m.verification_id
                   where v.app = \(app.name) and v.code_key <> '' and m.status = 'accepted')
                """, deadline: .now + .seconds(60)
            ).decode(as: Int64.self, Int64.self, Int64.self)[0]
        }
        requests = Int(row.0)
        verifications = Int(row.1)
        acceptedMessages = Int(row.2)
    }
}
