import PostgreSQL
import VerificationCore

/// Writes sessions of the past in bulk, as an installation holds them that has run for many days; for a measurement.
package struct PastSessions: Sendable {
    /// How many sessions a statement writes; more would take longer than a statement may.
    private static let portion = 20_000

    private let pool: PostgresPool

    package init(pool: PostgresPool) {
        self.pool = pool
    }

    /// Writes `count` sessions into the `days` days before today, as many into each, in the order of their ids.
    ///
    /// Each has a request and a message, and belongs to an app that no measurement uses. Phones have rows of their own
    /// only for the last of these days: maintenance has forgotten the others. The days must have their partitions.
    package func save(_ count: Int, over days: Int) async throws(StoreError) {
        var first = 0
        for day in 0..<days {
            let end = count * (day + 1) / days
            for start in stride(from: first, to: end, by: Self.portion) {
                let part = Part(
                    day: days - day, start: start, end: min(start + Self.portion, end), first: first, last: end)
                try await pool.ask { _ = try await pool.query(part.insertion, deadline: .now + .seconds(60)) }
            }
            first = end
            try await clean(days - day)
        }
    }

    /// As autovacuum would have done long ago; otherwise it would begin in the middle of the measurement.
    private func clean(_ day: Int) async throws(StoreError) {
        try await pool.ask {
            let suffix: String = try await pool.query(
                "select to_char((now() at time zone 'utc')::date - \(day)::integer, '_YYYYMMDD')"
            ).value()
            for table in ["verification", "verification_request", "message"] {
                try await pool.query("vacuum (analyze) \(identifier: table + suffix)", deadline: .now + .seconds(60))
            }
        }
    }
}

/// Sessions from `start` to before `end`, of a day that has the sessions from `first` to before `last`.
private struct Part {
    /// How many days before today.
    let day: Int
    let start: Int
    let end: Int
    let first: Int
    let last: Int

    /// Spreads the sessions evenly over the day; an id is a UUIDv7 of its moment.
    var insertion: SQL {
        """
        with past as materialized (
          select n, moment, '+49160' || lpad(n::text, 8, '0') as phone,
            (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8'
              || substr(hash, 4, 15))::uuid as id
          from generate_series(\(start), \(end - 1)) n, md5(n::text) hash,
            lateral (select ((now() at time zone 'utc')::date - \(day)::integer)::timestamp at time zone 'utc'
              + (n - \(first)) * interval '1 day' / \(last - first) as moment) as at
        ), sessions as (
          insert into verification (id, app, phone, region, status, code_key, code_digits, max_sends, max_checks, checks,
            created_at, expires_at, ended_at)
          select id, 'past', phone, 'DE', 'approved', 'past', 6, 5, 5, 0, moment, moment + interval '10 minutes',
            moment + interval '1 minute'
          from past
        ), requests as (
          insert into verification_request (id, verification_id, outcome, message, created_at)
          select id, id, 'send', 1, moment from past
        ), phones as (
          insert into phone_state (app, phone, limits_over_at, used_at)
          select 'past', phone, moment + interval '1 day', moment from past where \(day) = 1
        )
        insert into message (verification_id, ordinal, stage, status, due_at, fence, tries, token, may_be_duplicate,
          gateway, gateway_id, language, encoding, parts, created_at, updated_at)
        select id, 1, 'ended', 'accepted', moment, 1, 1, n, false, 'past', md5(n::text), 'fr', 'ucs2', 1, moment,
          moment + interval '1 second'
        from past
        """
    }
}
