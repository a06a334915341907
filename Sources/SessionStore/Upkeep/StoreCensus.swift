import PostgreSQL
import VerificationCore

/// Counts what is on record of one app, test numbers aside.
package struct StoreCensus: Sendable, Hashable {
    package let requests: Int
    package let verifications: Int
    package let acceptedMessages: Int

    /// Reads all rows of the app; for benchmarks and checks, not for busy tables.
    package init(of app: AppID, in pool: PostgresPool) async throws(StoreProblem) {
        (requests, verifications, acceptedMessages) = try await pool.ask { () -> (Int, Int, Int) in
            let row = try await pool.read(.census(of: app), deadline: .now + .seconds(60))[0]
            return (try row.decode("requests"), try row.decode("verifications"), try row.decode("accepted_messages"))
        }
    }
}

extension SQL {
    fileprivate static func census(of app: AppID) -> SQL {
        """
        select
          (select count(*) from verification_request r join verification v on v.id = r.verification_id
           where v.app = \(app.name) and v.code_key <> '') as requests,
          (select count(*) from verification where app = \(app.name) and code_key <> '') as verifications,
          (select count(*) from message m join verification v on v.id = m.verification_id
           where v.app = \(app.name) and v.code_key <> '' and m.status = 'accepted') as accepted_messages
        """
    }
}
