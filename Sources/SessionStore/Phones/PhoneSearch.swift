import PostgreSQL
import VerificationCore

/// Finds one page of a phone's verifications.
struct PhoneSearch: Sendable {
    let phone: PhoneKey
    let before: VerificationID?
    let limit: Int

    func run(in pool: PostgresPool, by end: ContinuousClock.Instant) async throws(StoreProblem) -> [VerificationReport]
    {
        try await pool.ask {
            let ids = try await ids(in: pool, by: end)
            if ids.isEmpty { return [] }
            let loaded = try await pool.pipeline(
                [.reports(ids), .messages(ofAny: ids), .now], deadline: end)
            return try reports(loaded[0], messages: loaded[1], now: loaded[2].value())
        }
    }

    private func ids(in pool: PostgresPool, by end: ContinuousClock.Instant) async throws -> [VerificationID] {
        var ids: [VerificationID] = []
        for slice in try await pool.daySlices(before: before, deadline: end) where ids.count < limit {
            let found = try await pool.pipeline(
                [.planForTheirDays, .verifications(of: phone, slice, limit: limit - ids.count)], deadline: end)
            ids += try found[1].column(as: VerificationID.self)
        }
        return ids
    }

    private func reports(
        _ rows: PostgresRows, messages: PostgresRows, now: Timestamp
    ) throws -> [VerificationReport] {
        var ofVerification: [VerificationID: [MessageReport]] = [:]
        for row in messages {
            ofVerification[try row.decode("verification_id"), default: []].append(try row.messageReport(now: now))
        }
        return try rows.map { row in
            let stored = try row.storedVerification()
            let outcome = try row.decode("outcome", as: String?.self).flatMap(NewRequest.Outcome.init)
            return stored.report(
                live: try row.liveSends(of: stored), messages: ofVerification[stored.id] ?? [],
                requestOutcome: outcome ?? .send, now: now)
        }
    }
}

extension PostgresPool {
    /// All days in which there may be rows, in slices; the newest slice first.
    func daySlices(
        before end: VerificationID? = nil, deadline: ContinuousClock.Instant
    ) async throws -> [DaySlice] {
        let row = try await query(.days, deadline: deadline)[0]
        let now = try row.decode("now", as: Timestamp.self)
        return DaySlice.all(before: end, oldest: try row.decode("oldest", as: Timestamp?.self) ?? now, now: now)
    }
}

extension SQL {
    fileprivate static let days: SQL = """
        select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'utc' as oldest,
               clock_timestamp() as now
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'verification'::regclass and c.relname ~ '_[0-9]{8}$'
        """

    /// Finds the newest verifications of a phone in a slice; PostgreSQL looks the phone up before it sorts.
    ///
    /// By `offset 0` the look-up comes first. Otherwise PostgreSQL might walk through all ids of the days until it
    /// meets the phone. The upper end is an array, because PostgreSQL expects hardly any ids between two plain ends.
    /// Then it would search by the ids, and not by the phone.
    fileprivate static func verifications(of phone: PhoneKey, _ slice: DaySlice, limit: Int) -> SQL {
        """
        select id from (
          select id from verification
          where phone = \(phone.phone) and app = \(phone.app.name)
            and id >= \(slice.from) and id < any(\([slice.before])) offset 0
        ) mine order by id desc limit \(limit)
        """
    }

    /// Newest first.
    fileprivate static func reports(_ ids: [VerificationID]) -> SQL {
        """
        select \(SQLPart.verification), p.live_sends, p.live_messages, p.live_resend_after, r.outcome
        from verifications_of(\(ids)) v
        left join requests_of(\(ids)) r on r.id = v.id
        left join phone_state p on p.app = v.app and p.phone = v.phone and p.live_id = v.id
        order by v.id desc
        """
    }
}
