import PostgreSQL
import VerificationCore

/// How many requests, verifications and accepted messages an app has on record, without those of test numbers.
///
/// An accepted message still counts after receipts have given it another status.
package struct StoreCensus: Sendable, Hashable {
    package let requests: Int
    package let verifications: Int
    package let acceptedMessages: Int

    /// Counts all rows of the app within five minutes; for benchmarks and tests, because it reads the whole tables.
    package init(of app: AppID, in pool: PostgresPool) async throws(StoreError) {
        (requests, verifications, acceptedMessages) = try await pool.ask { () -> (Int, Int, Int) in
            try await pool.transaction(deadline: .now + .seconds(300)) { transaction in
                let row = try await transaction.pipeline([.mayTakeLong, .planForTheirDays, .census(of: app)])[2][0]
                return (
                    try row.decode("requests"), try row.decode("verifications"), try row.decode("accepted_messages")
                )
            }
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
