import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("The registry of workers in PostgreSQL")
struct PostgresWorkerRegistryTests {
    @Test("keeps every promise of a registry, to workers and to an operator")
    func promises() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let (registry, seats) = (PostgresWorkerRegistry(pool: pool), (seat(pool, 1), seat(pool, 2)))
            try await exerciseGatewayStatuses(
                seats, registry, leave: { try await registry.leave(2) },
                passing: { time in
                    let span = time.wholeMicroseconds
                    try await pool.pipeline([
                        "update worker set seen_at = seen_at - \(span) * interval '1 microsecond'",
                        "update gateway_breaker set until = until - \(span) * interval '1 microsecond'",
                    ])
                })
        }
    }

    @Test("a worker that opens a breaker waits for another that opens it, and then takes the other's notice")
    func twoOpenings() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let update = WorkerUpdate(
                status: .sample(),
                gateways: GatewayUpdate(notices: [
                    BreakerNotice(
                        gateway: "main", generation: 1, state: .open, remaining: .seconds(30), reason: "half-failed")
                ]))
            let waiting = try await pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query(
                    """
                    insert into gateway_breaker (gateway, generation, state, until, reason, worker, changed_at)
                    values ('main', 1, 'open', now() + interval '9 seconds', 'slow', 1, now())
                    """)
                let waiting = Task { try await seat(pool, 2).exchange(update) }
                try await untilBlocked(pool)
                try await transaction.commit()
                return waiting
            }
            let notice = try #require(try await waiting.value.gateways.gateways["main"]?.notice)
            #expect(notice.reason == "slow" && notice.remaining <= .seconds(9))
        }
    }

    @Test("a worker that nobody has seen for an hour leaves no row")
    func forgotten() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let silence = WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: []))
            _ = try await seat(pool, 1).exchange(silence)
            try await pool.query("update worker set seen_at = seen_at - interval '61 minutes'")
            #expect(try await seat(pool, .max).exchange(silence).gateways.position == 0)
            #expect(try await pool.query("select count(*) from worker").value(as: Int64.self) == 1)
        }
    }

    @Test("keeps every promise to workers and to an operator about pauses and words")
    func words() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let (registry, seats) = (PostgresWorkerRegistry(pool: pool), (seat(pool, 1), seat(pool, 2)))
            try await exerciseWorkforce(
                seats, registry, leave: { try await registry.leave(2) },
                passing: { time in
                    let span = time.wholeMicroseconds
                    try await pool.query("update worker set seen_at = seen_at - \(span) * interval '1 microsecond'")
                })
        }
    }

    @Test("keeps every promise about pauses that end by themselves")
    func pauses() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            try await exercisePauses(
                seat(pool, 1), PostgresWorkerRegistry(pool: pool), PostgresAudit(pool: pool)
            ) { time in
                let span = time.wholeMicroseconds
                try await pool.query(
                    """
                    update queue_pause set since = since - \(span) * interval '1 microsecond',
                      until = until - \(span) * interval '1 microsecond'
                    """)
            }
        }
    }

    @Test("a pause that a program of before has written has no end, and of two settlers one writes the line")
    func beginOld() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let registry = PostgresWorkerRegistry(pool: pool)
            try await pool.query("insert into queue_pause (queue, who, reason) values ('events', 'ana', 'of before')")
            try await registry.settlePauses()
            #expect(try await registry.workforce().pauses[.events]?.until == nil)
            #expect(try await registry.workforce().pauses[.events]?.who == "ana")

            _ = try await registry.pause(.requests, by: "ben", because: "short", lasting: .seconds(60))
            try await pool.query("update queue_pause set until = clock_timestamp() where queue = 'requests'")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...4 { group.addTask { try await registry.settlePauses() } }
                try await group.waitForAll()
            }
            let lines = try await PostgresAudit(pool: pool).page(.all, before: nil, limit: 9).lines
            #expect(lines.map(\.entry.actor) == ["ben"])
            #expect(try await registry.workforce().pauses.keys.map(\.rawValue) == ["events"])
        }
    }

    @Test("of two operators the second waits for the first, and learns who was first")
    func twoOperators() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let pauses = PostgresWorkerRegistry(pool: pool)
            let waiting = try await pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query(
                    "insert into queue_pause (queue, who, reason) values ('events', 'ana', 'first')")
                let waiting = Task { try await pauses.pause(.events, by: "ben", because: "second") }
                try await untilBlocked(pool)
                try await transaction.commit()
                return waiting
            }
            let stands = try await waiting.value
            #expect(stands.pause.who == "ana" && !stands.isNew)

            let resumed = try await pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query("delete from queue_pause")
                let waiting = Task { try await pauses.pause(.events, by: "ben", because: "again") }
                try await untilBlocked(pool)
                try await transaction.commit()
                return waiting
            }
            #expect(try await resumed.value.isNew, "the later word counts")
        }
    }

    @Test("a worker of an earlier release is there without words, and an unknown queue pauses nothing")
    func otherReleases() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            try await pool.query("insert into worker (id, seen_at) values (7, clock_timestamp())")
            try await pool.query("insert into queue_pause (queue, who, reason) values ('letters', 'ana', 'later')")
            let workforce = try await PostgresWorkerRegistry(pool: pool).workforce()
            #expect(workforce.workers.map(\.id) == [7] && workforce.workers[0].status == nil)
            #expect(workforce.living.count == 1 && workforce.pauses.isEmpty)
        }
    }

    private func seat(_ pool: PostgresPool, _ worker: UInt64) -> WorkerSeat {
        WorkerSeat(PostgresWorkerRegistry(pool: pool, patience: .seconds(180)), worker: worker)
    }
}
