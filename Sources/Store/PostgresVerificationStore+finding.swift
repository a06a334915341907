import PostgreSQL
import VerificationCore

extension PostgresVerificationStore {
    package func verification(_ id: VerificationID) async throws(StoreError) -> VerificationRecord? {
        let end = ContinuousClock.now + callDeadline
        return try await pool.ask {
            let found = try await pool.read(
                "select verification_id from requests_of(array[\(id)])", deadline: end)
            return try await pool.records(of: try found.column(as: VerificationID.self), deadline: end).first
        }
    }

    package func verifications(
        matching filter: VerificationFilter, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> VerificationPage {
        let search = FilteredSearch(filter: filter, before: before, limit: limit, most: mostLookedAt)
        return try await search.run(in: pool, by: .now + callDeadline)
    }

    package func verifications(
        of phone: String, before: VerificationID?, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        try await searches.submit(PhoneSearch(phone: phone, app: nil, before: before, limit: limit))
    }

    package func verifications(
        inTrace trace: TraceID, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        let end = ContinuousClock.now + callDeadline
        return try await pool.ask {
            var ids: [VerificationID] = []
            for slice in try await pool.daySlices(deadline: end) where ids.count < limit {
                let found = try await pool.read(
                    [.planForTheirDays, .verifications(inTrace: trace, slice, limit: limit - ids.count)], deadline: end)
                ids += try found[1].column(as: VerificationID.self)
            }
            return try await pool.records(of: Set(ids).sorted(), deadline: end)
        }
    }

    package func verifications(
        withGatewayID gatewayID: String, limit: Int
    ) async throws(StoreError) -> [VerificationRecord] {
        // What no receipt could say is in no row.
        guard ReceiptKey(gatewayID, of: "any") != nil else { return [] }
        let end = ContinuousClock.now + callDeadline
        return try await pool.ask {
            let found = try await pool.read(.verifications(withGatewayID: gatewayID, limit: limit), deadline: end)
            let ids = try found.column(as: VerificationID.self)
            return try await pool.records(of: Set(ids).sorted(), deadline: end)
        }
    }
}

extension SQL {
    /// Finds the newest requests of a trace in a slice; `offset 0` and the array are as in `PhoneSearch`.
    fileprivate static func verifications(inTrace trace: TraceID, _ slice: DaySlice, limit: Int) -> SQL {
        """
        select verification_id from (
          select id, verification_id from verification_request
          where trace = \(trace) and id >= \(slice.from) and id < any(\([slice.before])) offset 0
        ) mine order by id desc limit \(limit)
        """
    }

    /// By the primary key of `receipt`, which begins with the provider's id.
    fileprivate static func verifications(withGatewayID gatewayID: String, limit: Int) -> SQL {
        """
        select verification_id from receipt
        where gateway_id = \(gatewayID) and verification_id is not null
        order by verification_id desc limit \(limit)
        """
    }
}

extension PostgresVerificationStore {
    package func stamps(of ids: [VerificationID]) async throws(StoreError) -> [VerificationID: StatusStamp] {
        try await pool.ask {
            let end = ContinuousClock.now + callDeadline
            let leads = try await pool.read([.planForTheirDays, .verificationIDs(of: ids)], deadline: end)[1]
                .decode(as: VerificationID.self, VerificationID.self)
            guard !leads.isEmpty else { return [:] }
            let rows = try await pool.read([.planForTheirDays, .stamps(of: leads.map(\.1))], deadline: end)[1]
            let stamps = Dictionary(try rows.decode(as: VerificationID.self, String.self)) { $1 }
            // An erased verification has no row any more. Its empty stamp wakes callers that wait for news.
            return Dictionary(leads.map { id, verification in (id, StatusStamp(stamps[verification] ?? "")) }) { $1 }
        }
    }
}

extension SQL {
    fileprivate static func verificationIDs(of ids: [VerificationID]) -> SQL {
        "select id, verification_id from verification_request where id = any (\(ids))"
    }

    /// A stamp consists of the statuses, and of what changes a report by time alone: the end of the code, of a lease.
    fileprivate static func stamps(of ids: [VerificationID]) -> SQL {
        """
        select v.id, concat_ws(' ', v.status, v.expires_at <= clock_timestamp(), v.checks >= v.max_checks, m.ordinal,
                               m.status, m.stage = 'leased' and m.due_at <= clock_timestamp())
        from verification v
        left join lateral (
          select ordinal, status, stage, due_at from message
          where verification_id = v.id and verification_id = any (\(ids))
          order by ordinal desc limit 1
        ) m on true
        where v.id = any (\(ids))
        """
    }
}
