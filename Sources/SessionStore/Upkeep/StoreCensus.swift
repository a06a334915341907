import PostgreSQL
import VerificationCore

/// How many requests, verifications and accepted messages an app has on record, without those of test numbers.
///
/// An accepted message still counts when receipts have said what became of it.
package struct StoreCensus: Sendable, Hashable {
    package let requests: Int
    package let verifications: Int
    package let acceptedMessages: Int

    /// Counts all rows of the app within 60 s; for benchmarks and tests, because it is too slow for busy tables.
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
           where v.app = \(app.name) and v.code_key <> '' and m.status in ('accepted', 'delivered', 'undelivered'))
            as accepted_messages
        """
    }
}
