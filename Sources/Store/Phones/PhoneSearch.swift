import PostgreSQL
import VerificationCore

/// Finds one page of a phone's verifications.
struct PhoneSearch: Sendable {
    let phone: String
    /// Nil for all apps.
    let app: AppID?
    let before: VerificationID?
    let limit: Int

    func run(in pool: PostgresPool, by end: ContinuousClock.Instant) async throws(StoreError) -> [VerificationRecord] {
        try await pool.ask {
            let ids = try await ids(in: pool, by: end)
            return try await pool.records(of: ids, deadline: end)
        }
    }

    private func ids(in pool: PostgresPool, by end: ContinuousClock.Instant) async throws -> [VerificationID] {
        var ids: [VerificationID] = []
        for slice in try await pool.daySlices(before: before, deadline: end) where ids.count < limit {
            let found = try await pool.read(
                [.planForTheirDays, .verifications(of: phone, in: app, within: slice, limit: limit - ids.count)],
                deadline: end)
            ids += try found[1].column(as: VerificationID.self)
        }
        return ids
    }
}

extension PostgresPool {
    /// All days in which there may be rows, in slices; the newest slice first.
    func daySlices(
        before end: VerificationID? = nil, deadline: ContinuousClock.Instant
    ) async throws -> [DaySlice] {
        let (oldest, now) = try await days(deadline: deadline)
        return DaySlice.all(before: end, oldest: oldest, now: now)
    }

    /// The days in which there may be rows with these ids, in slices: span by span, the newest slice first.
    func daySlices(in spans: [Range<VerificationID>], deadline: ContinuousClock.Instant) async throws -> [DaySlice] {
        let (oldest, now) = try await days(deadline: deadline)
        return spans.flatMap { DaySlice.all(in: $0, oldest: oldest, now: now) }
    }

    private func days(deadline: ContinuousClock.Instant) async throws -> (oldest: Timestamp, now: Timestamp) {
        let row = try await query(.days, deadline: deadline)[0]
        let now = try row.decode("now", as: Timestamp.self)
        return (try row.decode("oldest", as: Timestamp?.self) ?? now, now)
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
    fileprivate static func verifications(
        of phone: String, in app: AppID?, within slice: DaySlice, limit: Int
    ) -> SQL {
        """
        select id from (
          select id from verification
          where phone = \(phone) and app = coalesce(\(app?.name), app)
            and id >= \(slice.from) and id < any(\([slice.before])) offset 0
        ) mine order by id desc limit \(limit)
        """
    }
}
