import PostgreSQL
import VerificationCore

/// Adds up what processes count, in one table.
///
/// Where two processes meet: both add to the same counts in the order of the counts' keys. So the second waits for the
/// first at the first count that both have, and neither waits for the other for ever.
package struct PostgresTallies: TallyStore {
    /// The most rows of a statement, so that another process waits for a short time only.
    private static let portion = 1_000

    let pool: PostgresPool
    private let patience: Duration
    let readPatience: Duration

    /// - Parameters:
    ///   - pool: the connections to the database.
    ///   - patience: how long an addition waits for a silent database.
    ///   - readPatience: how long a reader waits for a silent database.
    package init(
        pool: PostgresPool, patience: Duration = .milliseconds(1_500), readPatience: Duration = .seconds(2)
    ) {
        (self.pool, self.patience, self.readPatience) = (pool, patience, readPatience)
    }

    /// Adds all in one transaction.
    ///
    /// The server gives up before this process does. So a lock or a slow disk leads to no count that is added twice; only
    /// an answer that was lost does.
    package func add(_ tallies: [Tally]) async throws(StoreProblem) {
        guard !tallies.isEmpty else { return }
        let portions = stride(from: 0, to: tallies.count, by: Self.portion).map {
            SQL.add(tallies[$0..<min($0 + Self.portion, tallies.count)])
        }
        _ = try await pool.ask {
            try await pool.pipeline([.mayTake(patience * 2 / 3)] + portions, deadline: .now + patience)
        }
    }
}

extension SQL {
    /// Gives each later statement of the same transaction this time.
    fileprivate static func mayTake(_ time: Duration) -> SQL {
        "select set_config('statement_timeout', \(String(time.wholeMicroseconds / 1_000)), true)"
    }

    fileprivate static func add(_ tallies: ArraySlice<Tally>) -> SQL {
        let keys = tallies.map(\.key)
        return """
            insert into tally as t (kind, minute, app, region, gateway, reason, count)
            select k.kind, k.minute, k.app, k.region, k.gateway, k.reason, k.count
            from unnest(\(keys.map(\.kind.rawValue)), \(keys.map(\.minute.beginning)), \(keys.map(\.app)),
              \(keys.map(\.region)), \(keys.map(\.gateway)), \(keys.map(\.reason)), \(tallies.map { Int64($0.count) }))
              as k (kind, minute, app, region, gateway, reason, count)
            order by k.kind collate "C", k.minute, k.app collate "C", k.region collate "C", k.gateway collate "C",
              k.reason collate "C"
            on conflict (kind, minute, app, region, gateway, reason) do update set count = t.count + excluded.count
            """
    }
}
