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
    package func add(_ tallies: [Tally]) async throws(StoreError) {
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

/// Reads what processes have counted, for an operator's pages.
extension PostgresTallies {
    private func rows(of reading: SQL) async throws(PostgresError) -> PostgresRows {
        try await pool.read([.planForTheirValues, reading], deadline: .now + readPatience)[1]
    }

    package func totals(_ question: TallyQuestion) async throws(StoreError) -> [TallyKind: Int] {
        try await pool.ask {
            var totals: [TallyKind: Int] = [:]
            for row in try await rows(of: .totals(question)) {
                guard let kind = try row.tallyKind() else { continue }
                totals[kind] = Int(try row.decode("count", as: Int64.self))
            }
            return totals
        }
    }

    package func sums(
        _ question: TallyQuestion, by dimension: TallyDimension, most: Int
    ) async throws(StoreError) -> [TallySum] {
        try await pool.ask {
            let rows = try await rows(of: .sums(question, by: dimension, most: most))
            var sums: [(name: String, counts: [TallyKind: Int])] = []
            for row in rows {
                guard let kind = try row.tallyKind() else { continue }
                let name = try row.decode("name", as: String.self)
                if sums.last?.name != name { sums.append((name, [:])) }
                sums[sums.count - 1].counts[kind] = Int(try row.decode("count", as: Int64.self))
            }
            return sums.map { TallySum(name: $0.name, counts: $0.counts) }
        }
    }

    package func series(_ question: TallyQuestion, step: Int) async throws(StoreError) -> TallySeries {
        try await pool.ask {
            var series = TallySeries(question, step: step)
            for row in try await rows(of: .series(question, step: series.step)) {
                guard let kind = try row.tallyKind() else { continue }
                series.add(
                    Int(try row.decode("count", as: Int64.self)), of: kind,
                    in: Minute(try row.decode("minute", as: Timestamp.self)))
            }
            return series
        }
    }

    package func seriesByReason(
        _ question: TallyQuestion, step: Int
    ) async throws(StoreError) -> [String: TallySeries] {
        try await pool.ask {
            let empty = TallySeries(question, step: step)
            var series: [String: TallySeries] = [:]
            for row in try await rows(of: .seriesByReason(question, step: empty.step)) {
                guard let kind = try row.tallyKind() else { continue }
                series[try row.decode("reason", as: String.self), default: empty].add(
                    Int(try row.decode("count", as: Int64.self)), of: kind,
                    in: Minute(try row.decode("minute", as: Timestamp.self)))
            }
            return series
        }
    }

    package func groups(_ question: TallyQuestion, most: Int) async throws(StoreError) -> [TallyGroup] {
        try await pool.ask {
            try await rows(of: .groups(question, most: most)).compactMap { row in
                guard let kind = try row.tallyKind() else { return nil }
                let (first, last) = (
                    try row.decode("first", as: Timestamp.self), try row.decode("last", as: Timestamp.self)
                )
                return TallyGroup(
                    kind: kind, gateway: try row.decode("gateway"), reason: try row.decode("reason"),
                    count: Int(try row.decode("count", as: Int64.self)), minutes: Minute(first)...Minute(last),
                    regions: try row.decode("regions"))
            }
        }
    }

    package func deliveries(in span: Range<Minute>) async throws(StoreError) -> [DeliveryCount] {
        try await pool.ask {
            try await rows(of: .deliveries(in: span)).map { row in
                DeliveryCount(
                    minute: Minute(try row.decode("minute", as: Timestamp.self)), gateway: try row.decode("gateway"),
                    region: try row.decode("region"), awaited: Int(try row.decode("awaited", as: Int64.self)),
                    delivered: Int(try row.decode("delivered", as: Int64.self)))
            }
        }
    }
}

extension PostgresRow {
    /// Nil for a kind of a later version, which no question of this version names.
    fileprivate func tallyKind() throws(PostgresError) -> TallyKind? {
        TallyKind(rawValue: try decode("kind", as: String.self))
    }
}
