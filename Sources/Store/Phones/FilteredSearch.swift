import PostgreSQL
import VerificationCore

/// Finds one page of the verifications that fit a filter.
///
/// No index knows what a filter asks for: an index on each of its members would cost every request something, and a
/// person asks seldom. So the search walks down the ids of each span (see `VerificationFilter.spans`), and stops after
/// `most` of them.
struct FilteredSearch: Sendable {
    let filter: VerificationFilter
    let before: VerificationID?
    let limit: Int
    /// How many verifications it looks at for a page.
    let most: Int

    func run(in pool: PostgresPool, by end: ContinuousClock.Instant) async throws(StoreError) -> VerificationPage {
        let spans = filter.spans(before: before)
        if spans.isEmpty { return VerificationPage(records: [], next: nil, isCutShort: false) }
        return try await pool.ask {
            let found = try await look(at: try await pool.daySlices(in: spans, deadline: end), in: pool, by: end)
            let shown = Array(found.ids.prefix(limit))
            let next = found.ids.count > limit ? shown.last : found.end
            return VerificationPage(
                records: try await pool.records(of: shown, deadline: end), next: next,
                isCutShort: found.ids.count <= limit && next != nil)
        }
    }

    /// One more id than the page has room for, so that the page knows whether there is another page.
    ///
    /// The first statement looks at a tenth only. Where a filter fits many, that is a page of them, and the messages of
    /// the other ids are never read.
    private func look(
        at slices: [DaySlice], in pool: PostgresPool, by deadline: ContinuousClock.Instant
    ) async throws -> LookedAt {
        let (wanted, most) = (limit + 1, filter.wantsAll ? limit + 1 : most)
        var all = LookedAt()
        var waiting = slices[...]
        while all.ids.count < wanted, let slice = waiting.popFirst() {
            let (room, left) = (wanted - all.ids.count, most - all.count)
            let portion = all.count == 0 && !filter.wantsAll ? max(1, most / 10) : left
            let found = try await pool.read(
                [.planForTheirDays, .verifications(matching: filter, slice, limit: room, most: portion)],
                deadline: deadline)[1]
            let here = try found.lookedAt()
            (all.ids, all.count) = (all.ids + here.ids, all.count + here.count)
            guard all.count < most else {
                all.end = here.end
                break
            }
            if here.count == portion, let end = here.end {
                waiting.insert(DaySlice(from: slice.from, before: end), at: waiting.startIndex)
            }
        }
        return all
    }
}

/// What a look at the ids of some days found.
private struct LookedAt {
    /// Of those that fit.
    var ids: [VerificationID] = []
    /// How many ids it looked at.
    var count = 0
    /// The last of them; nil when it looked at all there are.
    var end: VerificationID?
}

extension PostgresRows {
    fileprivate func lookedAt() throws(PostgresError) -> LookedAt {
        var all = LookedAt()
        for row in self {
            all.count = Int(try row.decode("count", as: Int64.self))
            all.end = try row.decode("oldest")
            if let id = try row.decode("id", as: VerificationID?.self) { all.ids.append(id) }
        }
        return all
    }
}

extension SQL {
    /// At least a row: how many ids were looked at and the last of them, beside each id that fits.
    ///
    /// A member of the filter that is null makes its comparison null, which is not false. The messages are looked up for
    /// the rows that fit otherwise, and for no row where the filter asks for no message and no reason. A message whose
    /// lease has ended is told as in `MessageReport.told`. The bit of byte 8 is that of `VerificationID.mayBeOfKey`.
    fileprivate static func verifications(
        matching filter: VerificationFilter, _ slice: DaySlice, limit: Int, most: Int
    ) -> SQL {
        """
        with looked as materialized (
          select v.id, v.reason,
            (v.app = \(filter.app)) is not false and (v.region = \(filter.region)) is not false
            and starts_with(v.phone, \(filter.prefix?.description)) is not false
            and (case when v.status <> 'pending' then v.status
                 when v.expires_at <= clock_timestamp() then 'expired'
                 when v.checks >= v.max_checks then 'max_attempts_reached'
                 else v.status end = \(filter.status?.rawValue)) is not false
            and (case when get_byte(uuid_send(v.id), 8) & 32 = 0
                 then v.id >= \(filter.ids.lowerBound) and v.id < \(filter.ids.upperBound)
                 else v.created_at >= coalesce(\(filter.from)::timestamptz, '-infinity')
                   and v.created_at < coalesce(\(filter.until)::timestamptz, 'infinity') end) as fits
          from verification v
          where v.id >= \(slice.from) and v.id < \(slice.before)
          order by v.id desc limit \(most)
        ), fitting as (
          select id from looked
          where fits and (
            case when \(filter.gateway)::text is null and \(filter.message?.rawValue)::text is null
              then \(filter.reason)::text is null or reason = \(filter.reason) else false end
            or id in (
              select m.verification_id
              from messages_of(array(
                select id from looked
                where fits and coalesce(\(filter.gateway)::text, \(filter.message?.rawValue), \(filter.reason)) is not null
              )) m, lateral (select m.stage = 'leased' and m.due_at <= clock_timestamp() as has_ended) lease
              where (\(filter.message?.rawValue)::text is null
                  or \(filter.message?.rawValue) = case when lease.has_ended then 'unknown' else m.status end)
                and ((\(filter.gateway)::text is null or m.gateway = \(filter.gateway))
                    and (\(filter.reason)::text is null
                      or \(filter.reason) = case when lease.has_ended then 'lease-ended' else m.reason end)
                  or \(filter.reason)::text is not null and m.calls @> jsonb_build_array(jsonb_strip_nulls(
                    jsonb_build_object('reason', \(filter.reason)::text, 'gateway', \(filter.gateway)::text))))))
          order by id desc limit \(limit)
        )
        select l.count, l.oldest, f.id
        from (select count(*) as count, (select id from looked order by id limit 1) as oldest from looked) l
        left join fitting f on true
        order by f.id desc
        """
    }
}
