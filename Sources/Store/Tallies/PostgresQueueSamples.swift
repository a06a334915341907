import PostgreSQL
import VerificationCore

/// Keeps how queues stood, a row for each queue and minute.
///
/// Where two dashboards meet, the second finds the first one's row and leaves it. Both write in the order of the key, so
/// neither waits for the other for ever.
package struct PostgresQueueSamples: QueueSampleStore {
    private let pool: PostgresPool
    private let patience: Duration

    /// `patience`: how long a call waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        (self.pool, self.patience) = (pool, patience)
    }

    package func keep(_ samples: [QueueSample]) async throws(StoreError) {
        guard !samples.isEmpty else { return }
        try await pool.ask { _ = try await pool.query(.keep(samples), deadline: .now + patience) }
    }

    package func sums(in span: Range<Minute>, step: Int) async throws(StoreError) -> [QueueSum] {
        try await pool.ask {
            var sums: [QueueSum] = []
            let reading: [SQL] = [.planForTheirValues, .queueSums(in: span, step: step)]
            for row in try await pool.read(reading, deadline: .now + patience)[1] {
                // A role that only a later version knows.
                guard let role = QueueReport.Role(rawValue: try row.decode("role", as: String.self)) else { continue }
                sums.append(
                    QueueSum(
                        beginning: Minute(try row.decode("beginning", as: Timestamp.self)), role: role,
                        ready: Int(try row.decode("ready", as: Int64.self)),
                        oldest: try row.decode("oldest_us", as: Int64?.self).map { .microseconds($0) }))
            }
            return sums
        }
    }
}

extension SQL {
    fileprivate static func keep(_ samples: [QueueSample]) -> SQL {
        """
        insert into queue_sample (minute, queue, role, ready, oldest_us)
        select k.minute, k.queue, k.role, k.ready, k.oldest_us
        from unnest(\(samples.map(\.minute.beginning)), \(samples.map(\.queue)), \(samples.map(\.role.rawValue)),
          \(samples.map { Int64($0.ready) }), \(samples.map { $0.oldest?.wholeMicroseconds }))
          as k (minute, queue, role, ready, oldest_us)
        order by k.minute, k.queue collate "C"
        on conflict (minute, queue) do nothing
        """
    }

    /// Reads a span by the primary key.
    fileprivate static func queueSums(in span: Range<Minute>, step: Int) -> SQL {
        """
        select role, date_bin(\(Int64(step)) * interval '1 minute', minute, \(span.lowerBound.beginning)) as beginning,
          max(ready)::bigint as ready, max(oldest_us) as oldest_us
        from (
          select role, minute, sum(ready) as ready, max(oldest_us) as oldest_us from queue_sample
          where minute >= \(span.lowerBound.beginning) and minute < \(span.upperBound.beginning)
          group by role, minute
        ) minutes
        group by role, 2 order by 2, role
        """
    }

    /// The oldest minutes stand together in the primary key.
    static func oldQueueSamples(_ portion: Int) -> SQL {
        """
        delete from queue_sample where ctid = any (array(
          select ctid from queue_sample
          where minute < now() - \(QueueSample.kept.wholeMicroseconds) * interval '1 microsecond' limit \(portion)))
        """
    }
}
