import PostgreSQL
import VerificationCore

/// Makes the partitions of the coming days, and forgets what is too old.
///
/// Every worker does this when it starts and then every hour. Several workers may do it at the same time.
package struct PostgresMaintenance: Sendable {
    private let pool: PostgresPool
    /// How many rows a transaction looks at; few enough that a claim does not wait long for such a row.
    private let portion: Int
    /// How long after the beginning of a walk through all rows no worker begins another walk.
    private let rest: Duration

    package init(pool: PostgresPool, portion: Int = 5_000, rest: Duration = .seconds(55 * 60)) {
        self.pool = pool
        self.portion = portion
        self.rest = rest
    }

    /// Makes the partitions of the next 14 days, of today and of yesterday; two weeks of failed tries cost nothing.
    ///
    /// To attach a partition, PostgreSQL waits for every transaction that reads the default partition, such as a long
    /// search. Meanwhile all later transactions on the default partition wait behind it. So it gives up after 200 ms,
    /// and throws `locked`.
    package func makePartitions() async throws(StoreError) {
        try await makePartitions(from: -1, days: 16)
    }

    /// Makes the partitions of `days` days before today, for a measurement.
    package func makePartitions(back days: Int) async throws(StoreError) {
        // A transaction locks the tables that it makes, and PostgreSQL has no room for the locks of a year.
        for first in stride(from: -days, to: 0, by: 32) { try await makePartitions(from: first, days: 32) }
    }

    private func makePartitions(from first: Int, days: Int) async throws(StoreError) {
        try await pool.ask {
            _ = try await pool.pipeline(
                ["set local lock_timeout = '200ms'", .makePartitions(from: first, days: days)],
                deadline: .now + .seconds(30))
        }
    }

    /// For how many days after today there are partitions, 31 at most; -1 when today has no partition.
    ///
    /// A healthy installation has 14, and 13 for up to an hour after midnight in UTC. A smaller number means that no
    /// worker makes partitions. Without a partition of today, rows go to the default partitions, which PostgreSQL
    /// searches whole.
    package func daysAhead() async throws(StoreError) -> Int {
        Int(try await pool.ask { try await pool.query(.daysAhead).value(as: Int32.self) })
    }

    /// Forgets what is older than `age`, and what is of no use any more.
    ///
    /// - Verifications with their requests and messages go by the day: it drops a day's partitions when the whole day
    ///   is older. Rows in the default partitions go by the time at which they were written.
    /// - A phone without a live verification goes when nothing of its limits is used any more. At the latest it goes
    ///   when nothing was sent to it or typed for it during `age`.
    /// - Events that no worker could hand to the broker, lines of the audit, and marks go by the time at which they were
    ///   written, and incidents by their end; an open incident stays.
    /// - Shared limits go when nothing of them is used any more, idempotency keys after 24 hours.
    /// - What finds the message of a receipt goes after 7 days, because providers give up after about three.
    /// - Counts by the minute go after `Tally.kept`, samples of queues after `QueueSample.kept`, whatever `age` is.
    ///
    /// Each transaction takes a portion of rows. When another worker is forgetting already, this worker leaves the rest
    /// to it. All workers together walk through the rows once an hour. A partition in use stays until the next call. It
    /// stops early when its task is cancelled.
    package func forget(olderThan age: Duration) async throws(StoreError) {
        for partition in try await partitions(olderThan: age) {
            guard try await drop(partition), !Task.isCancelled else { return }
        }
        guard try await pool.ask({ try await !pool.query(.beginWalk(after: rest)).isEmpty }) else { return }
        let tables = ["verification_other", "verification_request_other", "message_other", "outbox", "audit"]
        let rows: [SQL] = tables.map { .oldRows(of: $0, olderThan: age, portion: portion) }
        let others: [SQL] = [.oldKeys(portion), .oldReceipts(age, portion: portion), .oldTallies(portion)]
        for deletion in rows + others { try await deleteAll(deletion) }
        try await forgetPhones(olderThan: age)
        try await forgetLimits()
        // The newest last: where a right of it is missing, the others are forgotten all the same.
        for old in SQL.oldIncidents(age, portion: portion) + [.oldQueueSamples(portion)] { try await deleteAll(old) }
    }

    private func partitions(olderThan age: Duration) async throws(StoreError) -> [String] {
        try await pool.ask { try await pool.read(.partitions(olderThan: age)).column(as: String.self) }
    }

    /// Drops a partition, unless another transaction holds its table for longer than 200 ms; then it stays for now.
    ///
    /// To drop it, PostgreSQL locks the whole partitioned table. So the drop waits for claims under way, and later
    /// claims wait for the drop. They wait for 200 ms at most, and for the drop itself.
    ///
    /// - Returns: false when another worker is forgetting at this moment.
    private func drop(_ partition: String) async throws(StoreError) -> Bool {
        try await pool.ask {
            do {
                let drop: SQL = "select drop_partition(\(partition))"
                return try await pool.alone(["set local lock_timeout = '200ms'", drop]) != nil
            } catch let error as PostgresError where error.sqlState == "55P03" {
                return true
            }
        }
    }

    private func deleteAll(_ portion: SQL) async throws(StoreError) {
        var deleted = self.portion
        while deleted == self.portion, !Task.isCancelled {
            deleted = try await pool.ask { try await pool.alone([portion])?.affectedRows ?? 0 }
        }
    }

    /// Walks through all phones in the order of their keys, so that no portion looks at a row twice.
    private func forgetPhones(olderThan age: Duration) async throws(StoreError) {
        var last: (String, String)? = ("", "")
        while let key = last, !Task.isCancelled {
            last = try await pool.ask {
                try await pool.alone([.forgetPhones(after: key, olderThan: age, portion: portion)])?
                    .decode(as: String.self, String.self).first
            }
        }
    }

    private func forgetLimits() async throws(StoreError) {
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
    /// Runs statements in a transaction; nil, without running them, when another worker is forgetting at this moment.
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

    /// Returns a row to the single worker that makes the walk, and no row to the others.
    ///
    /// If that worker ends early, the rest of the rows waits for the next walk.
    fileprivate static func beginWalk(after rest: Duration) -> SQL {
        """
        insert into maintenance as m (task, begun_at) values ('forget', now())
        on conflict (task) do update set begun_at = now()
        where m.begun_at <= now() - \(rest.wholeMicroseconds) * interval '1 microsecond'
        returning 1
        """
    }

    /// Finds the partitions of days that are wholly older; their names end in the day, like `message_20260131`.
    fileprivate static func partitions(olderThan age: Duration) -> SQL {
        """
        select c.relname::text from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent in ('verification'::regclass, 'verification_request'::regclass, 'message'::regclass)
          and case when c.relname ~ '_[0-9]{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD')
            < ((now() - \(age.wholeMicroseconds) * interval '1 microsecond') at time zone 'utc')::date end
        order by right(c.relname, 8), c.relname
        """
    }

    fileprivate static func oldRows(of table: String, olderThan age: Duration, portion: Int) -> SQL {
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

    /// A row that a record or a receipt holds at this moment stays until the next portion, so no transaction waits for
    /// another.
    fileprivate static func oldReceipts(_ age: Duration, portion: Int) -> SQL {
        """
        delete from receipt where ctid = any (array(
          select ctid from receipt
          where created_at < now() - least(interval '7 days', \(age.wholeMicroseconds) * interval '1 microsecond')
          limit \(portion) for update skip locked))
        """
    }

    /// Each kind's oldest minutes stand together in the primary key; a kind of a later version is left to that version.
    fileprivate static func oldTallies(_ portion: Int) -> SQL {
        """
        delete from tally where ctid = any (array(
          select ctid from tally where kind = any(\(TallyKind.allCases.map(\.rawValue)))
            and minute < now() - \(Tally.kept.wholeMicroseconds) * interval '1 microsecond'
          limit \(portion)))
        """
    }

    /// Forgets phones of the portion after `key`; returns the portion's last key, and no row at the end.
    ///
    /// A live verification stays for an hour after the end of its code, because a worker may still record a send of it.
    /// A phone that a claim has locked is in use, and stays.
    fileprivate static func forgetPhones(after key: (String, String), olderThan age: Duration, portion: Int) -> SQL {
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

    /// Forgets unused limits of the portion after `key`; returns the portion's last key, and no row at the end.
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
