import PostgreSQL
import VerificationCore

/// Reads what processes have counted, for an operator's pages.
extension PostgresTallies {
    package func totals(_ question: TallyQuestion) async throws(StoreProblem) -> [TallyKind: Int] {
        try await pool.ask {
            var totals: [TallyKind: Int] = [:]
            for row in try await pool.read(.totals(question), deadline: .now + readPatience) {
                guard let kind = try row.tallyKind() else { continue }
                totals[kind] = Int(try row.decode("count", as: Int64.self))
            }
            return totals
        }
    }

    package func sums(
        _ question: TallyQuestion, by dimension: TallyDimension, most: Int
    ) async throws(StoreProblem) -> [TallySum] {
        try await pool.ask {
            let rows = try await pool.read(.sums(question, by: dimension, most: most), deadline: .now + readPatience)
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

    package func series(_ question: TallyQuestion, step: Int) async throws(StoreProblem) -> TallySeries {
        try await pool.ask {
            var series = TallySeries(question, step: step)
            for row in try await pool.read(.series(question, step: series.step), deadline: .now + readPatience) {
                guard let kind = try row.tallyKind() else { continue }
                series.add(
                    Int(try row.decode("count", as: Int64.self)), of: kind,
                    in: Minute(try row.decode("minute", as: Timestamp.self)))
            }
            return series
        }
    }

    package func groups(_ question: TallyQuestion, most: Int) async throws(StoreProblem) -> [TallyGroup] {
        try await pool.ask {
            try await pool.read(.groups(question, most), deadline: .now + readPatience).compactMap { row in
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

    package func deliveries(in span: Range<Minute>) async throws(StoreProblem) -> [DeliveryCount] {
        try await pool.ask {
            try await pool.read(.deliveries(in: span), deadline: .now + readPatience).map { row in
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
