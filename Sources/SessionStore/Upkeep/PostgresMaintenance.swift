import PostgreSQL
import VerificationCore

/// Keeps the tables in shape: days' partitions ahead, and nothing older than it may be.
///
/// Every worker does so when it starts and every hour; any number may at once.
package struct PostgresMaintenance: Sendable {
    private let pool: PostgresPool
    /// Rows that one transaction looks at; so few that a claim never waits long for such a row.
    private let portion: Int
    /// A walk through all rows that any worker began so recently is not made again.
    private let rest: Duration

    package init(pool: PostgresPool, portion: Int = 5_000, rest: Duration = .seconds(55 * 60)) {
        self.pool = pool
        self.portion = portion
        self.rest = rest
    }

    /// Makes the partitions of the coming days, so many ahead that a try that fails costs nothing.
    ///
    /// Claims wait while a partition is made, and that waits for every transaction that reads the table. It gives up after
    /// 200 ms: otherwise all claims would wait behind one long search.
    package func makePartitions() async throws(StoreProblem) {
        try await makePartitions(from: -1, days: 16)
    }

    /// The same for so many days before today, for a measurement.
    package func makePartitions(back days: Int) async throws(StoreProblem) {
        // A transaction locks what it makes, and the server has room for so many locks only.
        for first in stride(from: -days, to: 0, by: 32) { try await makePartitions(from: first, days: 32) }
    }

    private func makePartitions(from first: Int, days: Int) async throws(StoreProblem) {
        try await pool.ask {
            _ = try await pool.pipeline(
                ["set local lock_timeout = '200ms'", .makePartitions(from: first, days: days)],
                deadline: .now + .seconds(30))
        }
    }

    /// For how many days after today there are partitions; -1 when today has none.
    ///
    /// A healthy installation has 14 or 15. Fewer mean that no worker makes partitions. Without a partition of today, rows
    /// go to the default partitions, which are searched whole.
    package func daysAhead() async throws(StoreProblem) -> Int {
        Int(try await pool.ask { try await pool.query(.daysAhead).value(as: Int32.self) })
    }

    /// Forgets what is older than `age`, and what is of no use any more.
    ///
    /// - Verifications with their requests and messages are forgotten by the day: a day's partitions are dropped once all
    ///   of it is older. What lies in the default partitions goes by the time it was written.
    /// - Phones go as soon as all limits have given them everything back and they have no live verification. At the
    ///   latest they go when nothing was sent to them or typed for them during `age`.
    /// - Shared limits go when they are unused again, idempotency keys after 24 hours.
    ///
    /// Works in portions of one transaction each, and leaves the rest to another worker that has begun already. All
    /// workers together walk through the rows once an hour. A partition that is in use stays until the next call. Stops
    /// early when its task is cancelled.
    package func forget(olderThan age: Duration) async throws(StoreProblem) {
        for partition in try await partitions(olderThan: age) {
            guard try await drop(partition), !Task.isCancelled else { return }
        }
        guard try await pool.ask({ try await !pool.query(.beginWalk(after: rest)).isEmpty }) else { return }
        let deletions: [SQL] = [
            .oldRows(of: "verification_other", age, portion), .oldRows(of: "verification_request_other", age, portion),
            .oldRows(of: "message_other", age, portion), .oldKeys(portion),
        ]
        for deletion in deletions { try await deleteAll(deletion) }
        try await forgetPhones(olderThan: age)
        try await forgetLimits()
    }

    private func partitions(olderThan age: Duration) async throws(StoreProblem) -> [String] {
        try await pool.ask { try await pool.read(.partitions(olderThan: age)).column(as: String.self) }
    }

    /// Claims wait while the partition goes, and it waits for them, but not for long.
    ///
    /// - Returns: false when another worker is at it.
    private func drop(_ partition: String) async throws(StoreProblem) -> Bool {
        try await pool.ask {
            do {
                let drop: SQL = "drop table if exists \(identifier: partition)"
                return try await pool.alone(["set local lock_timeout = '200ms'", drop]) != nil
            } catch let error as PostgresError where error.sqlState == "55P03" {
                return true
            }
        }
    }

    private func deleteAll(_ portion: SQL) async throws(StoreProblem) {
        var deleted = self.portion
        while deleted == self.portion, !Task.isCancelled {
            deleted = try await pool.ask { try await pool.alone([portion])?.affectedRows ?? 0 }
        }
    }

    /// Walks through all phones in their order, so that no portion looks at a row twice.
    private func forgetPhones(olderThan age: Duration) async throws(StoreProblem) {
        var last: (String, String)? = ("", "")
        while let key = last, !Task.isCancelled {
            last = try await pool.ask {
                try await pool.alone([.forgetPhones(after: key, age, portion)])?
                    .decode(as: String.self, String.self).first
            }
        }
    }

    private func forgetLimits() async throws(StoreProblem) {
        var last: (String, String, String, Int32)? = ("", "", "", 0)
        while let key = last, !Task.isCancelled {
            last = try await pool.ask {
                try await pool.alone([.forgetLimits(after: key, portion)])?
                    .decode(as: String.self, String.self, String.self, Int32.self).first
            }
        }
    }
}

extension PostgresPool {
    /// Runs statements in a transaction, unless another worker is at the same kind of work; nil then.
    fileprivate func alone(_ statements: [SQL]) async throws -> PostgresRows? {
        try await transaction(deadline: .now + .seconds(10)) { transaction in
            let isAlone = try await transaction.query("select pg_try_advisory_xact_lock(hashtext('verifyd.forget'))")
            guard try isAlone.value() else { return nil }
            return try await transaction.commit(with: statements).last
        }
    }
}

extension SQL {
    fileprivate static let daysAhead: SQL = """
        select coalesce(min(n), 32) - 1 from generate_series(0, 31) as n
        where exists (
          select from unnest(array['verification', 'verification_request', 'message']) as parent
          where to_regclass(parent || to_char((now() at time zone 'utc')::date + n, '_YYYYMMDD')) is null)
        """

    /// Returns a row to the worker that is to make the walk.
    ///
    /// If that worker ends early, the rest waits for the next walk.
    fileprivate static func beginWalk(after rest: Duration) -> SQL {
        """
        insert into maintenance as m (task, begun_at) values ('forget', now())
        on conflict (task) do update set begun_at = now()
        where m.begun_at <= now() - \(rest.wholeMicroseconds) * interval '1 microsecond'
        returning 1
        """
    }

    /// Days' partitions all of whose ids are older; the names end in the day.
    fileprivate static func partitions(olderThan age: Duration) -> SQL {
        """
        select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('verification'::regclass, 'verification_request'::regclass, 'message'::regclass)
          and case when c.relname ~ '_[0-9]{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD')
            < ((now() - \(age.wholeMicroseconds) * interval '1 microsecond') at time zone 'utc')::date end
        order by right(c.relname, 8), c.relname
        """
    }

    fileprivate static func oldRows(of table: String, _ age: Duration, _ portion: Int) -> SQL {
        """
        delete from \(identifier: table) where ctid = any (array(
          select ctid from \(identifier: table)
          where created_at < now() - \(age.wholeMicroseconds) * interval '1 microsecond' limit \(portion)))
        """
    }

    fileprivate static func oldKeys(_ portion: Int) -> SQL {
        """
        delete from idempotency_key where ctid = any (array(
          select ctid from idempotency_key where created_at <= now() - interval '24 hours' limit \(portion)))
        """
    }

    /// One portion of all phones; returns its last key, nothing at the end.
    ///
    /// A live verification stays for an hour after its code has ended: a send of it may still have to be recorded. A phone
    /// that a claim has locked is in use, and stays.
    fileprivate static func forgetPhones(after key: (String, String), _ age: Duration, _ portion: Int) -> SQL {
        """
        with portion as materialized (
          select app, phone from phone_state where (app, phone) > (\(key.0), \(key.1)) order by app, phone limit \(portion)
        ), over as materialized (
          select p.app, p.phone from portion k join phone_state p on p.app = k.app and p.phone = k.phone
          where (p.live_id is null or p.live_expires_at < now() - interval '1 hour')
            and (p.limits_over_at <= now()
              or p.used_at < now() - \(age.wholeMicroseconds) * interval '1 microsecond')
          for update of p skip locked
        ), gone as (
          delete from phone_state p using over k where p.app = k.app and p.phone = k.phone
        )
        select app, phone from portion order by app desc, phone desc limit 1
        """
    }

    /// One portion of all shared limits; returns its last key, nothing at the end.
    fileprivate static func forgetLimits(after key: (String, String, String, Int32), _ portion: Int) -> SQL {
        """
        with portion as materialized (
          select key, scope, app, seconds from rate_limit
          where (key, scope, app, seconds) > (\(key.0), \(key.1), \(key.2), \(key.3))
          order by key, scope, app, seconds limit \(portion)
        ), over as materialized (
          select r.app, r.scope, r.key, r.seconds from portion k
          join rate_limit r on r.app = k.app and r.scope = k.scope and r.key = k.key and r.seconds = k.seconds
          where r.over_at <= now()
          for update of r skip locked
        ), gone as (
          delete from rate_limit r using over k
          where r.app = k.app and r.scope = k.scope and r.key = k.key and r.seconds = k.seconds
        )
        select key, scope, app, seconds from portion order by key desc, scope desc, app desc, seconds desc limit 1
        """
    }
}
