import PostgreSQL
import VerificationCore

/// The events that claims, records, receipts, checks and cancels have written, on their way to the queue.
package struct PostgresEventOutbox: EventOutbox {
    let pool: PostgresPool
    let patience: Duration
    private let events: QueueHead<Int64>
    private let looks: QueueHead<Timestamp>

    /// `patience`: how long a transaction waits for the database and for the broker's confirmations together.
    package init(pool: PostgresPool, patience: Duration = .seconds(10)) {
        self.init(pool: pool, patience: patience, events: QueueHead(), looks: QueueHead())
    }

    init(pool: PostgresPool, patience: Duration, events: QueueHead<Int64>, looks: QueueHead<Timestamp>) {
        self.pool = pool
        self.patience = patience
        self.events = events
        self.looks = looks
    }

    /// Holds the rows' locks until the events are published, so that no other worker hands them over as well.
    package func relay(
        atMost limit: Int, _ publish: @escaping @Sendable ([AppEvent]) async throws(QueueError) -> Void
    ) async throws(StoreError) -> Int {
        let look = events.look(at: .now)
        let (ids, found) = try await pool.ask {
            try await pool.transaction(deadline: .now + patience) { transaction -> ([Int64], ContinuousClock.Instant) in
                let rows = try await transaction.pipeline([
                    .planInOrder, .firstEvents(from: look.from ?? 0, atMost: limit),
                ])[1]
                let found = ContinuousClock.now
                if rows.isEmpty { return ([], found) }
                let events = try rows.compactMap { try $0.appEvent() }
                do throws(QueueError) {
                    try await publish(events)
                } catch {
                    // Without a commit the rows stay; the publisher logs the broker's trouble.
                    return ([], found)
                }
                let ids = try rows.map { try $0.decode("id", as: Int64.self) }
                try await transaction.commit(with: ["delete from outbox where id = any(\(ids))"])
                return (ids, found)
            }
        }
        events.end(look, last: ids.max(), found: found, at: .now)
        return ids.count
    }

    /// Locks looks, phones and verifications in this order, but waits for no phone; so it delays no other transaction.
    package func tellExpired(atMost limit: Int) async throws(StoreError) -> Int {
        let look = looks.look(at: .now)
        let (told, last, found) = try await pool.commit(by: .now + patience) {
            transaction -> (Int, Timestamp?, ContinuousClock.Instant) in
            let from = look.from ?? Timestamp(microseconds: 0)
            let due = try await transaction.pipeline([.planInOrder, .dueWatches(from: from, atMost: limit)])[1]
            let found = ContinuousClock.now
            let ids = try due.column(as: VerificationID.self)
            let free =
                ids.isEmpty ? [] : try await transaction.query(.lockFreePhones(of: ids)).column(as: VerificationID.self)
            if free.isEmpty { return (0, nil, found) }
            let ending: [SQL] = [.planForTheirDays, .lockVerifications(free), .expire(free)]
            let notes = free.map { EventNote($0, kind: .expired) }
            try await transaction.commit(with: ending + [.tell(notes)] + SQL.planAnew(free))
            // A verification whose phone is in use keeps its look; `QueueHead` stays behind for such rows too.
            return (free.count, try due.column(1, as: Timestamp.self).max(), found)
        }
        looks.end(look, last: last, found: found, at: .now)
        return told
    }

    /// Counts 100,000 at most, because counting more would take long.
    package func waiting() async throws(StoreError) -> Int {
        Int(
            try await pool.ask {
                try await pool.read("select count(*) from (select from outbox limit 100000) as first").value(
                    as: Int64.self)
            })
    }
}

extension SQL {
    /// The oldest events from an id on that no other worker has in hand.
    ///
    /// An event with a value that this version does not know stays for the later version that has written it. After
    /// `planInOrder`.
    fileprivate static func firstEvents(from id: Int64, atMost limit: Int) -> SQL {
        """
        select id, app, verification_id, request_id, sequence, kind, status, reason, message, language, metadata::text,
               created_at
        from outbox
        where id >= \(id) and kind = any(\(EventKind.allCases.map(\.rawValue)))
          and status = any(\(VerificationStatus.allCases.map(\.rawValue)))
        order by id limit \(limit) for update skip locked
        """
    }
}

extension PostgresRow {
    /// Nil for a value that only another program can have written.
    fileprivate func appEvent() throws -> AppEvent? {
        guard let app = AppID(try decode("app", as: String.self)),
            let kind = EventKind(rawValue: try decode("kind", as: String.self)),
            let status = VerificationStatus(rawValue: try decode("status", as: String.self))
        else { return nil }
        return AppEvent(
            app: app, verification: try decode("verification_id"), request: try decode("request_id"),
            sequence: Int(try decode("sequence", as: Int32.self)),
            kind: kind, status: status, reason: try decode("reason"),
            message: try decode("message", as: Int16?.self).map(Int.init), language: try decode("language"),
            metadata: MetadataText.texts(in: try decode("metadata")), at: try decode("created_at"))
    }
}

extension PostgresEventOutbox {
    package func report(atMost limit: Int) async throws(StoreError) -> OutboxReport {
        try await pool.ask {
            // A row more than asked for shows that there are more.
            let rows = try await pool.read(.waitingByApp(among: limit, limit + 1), deadline: .now + patience)
            var (waiting, oldest, isCapped): ([AppID: Int], Timestamp?, Bool) = ([:], nil, false)
            for row in rows {
                // An app's name that only a later version can have written belongs to no app that this page shows.
                guard let app = AppID(try row.decode("app", as: String.self)) else { continue }
                waiting[app] = Int(try row.decode("count", as: Int64.self))
                oldest = min(oldest ?? Timestamp(microseconds: .max), try row.decode("oldest"))
                isCapped = try row.decode("is_capped")
            }
            return OutboxReport(waiting: waiting, oldestAt: oldest, isCapped: isCapped)
        }
    }
}

extension SQL {
    /// The counts of the first `limit` events, and whether there are `more`.
    fileprivate static func waitingByApp(among limit: Int, _ more: Int) -> SQL {
        """
        with first as materialized (
          select app, created_at, row_number() over (order by id) as place
          from (select id, app, created_at from outbox order by id limit \(more)) o
        )
        select app, count(*) as count, min(created_at) as oldest, (select count(*) from first) > \(limit) as is_capped
        from first where place <= \(limit) group by app
        """
    }
}
