import PostgreSQL
import SessionStore
import Testing
import VerificationCore
import VerificationTesting

@Suite("The board of gateways in PostgreSQL")
struct PostgresGatewayBoardTests {
    @Test("keeps every promise of a board, to workers and to an operator")
    func promises() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            let boards = (board(pool, 1), board(pool, 2))
            try await exerciseGatewayBoard(
                boards, PostgresGatewaySwitches(pool: pool), leave: { try await boards.1.leave() },
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
            let news = GatewayNews(notices: [
                BreakerNotice(
                    gateway: "main", generation: 1, state: .open, remaining: .seconds(30), reason: "half-failed")
            ])
            let waiting = try await pool.transaction(deadline: .now + .seconds(120)) { transaction in
                try await transaction.query(
                    """
                    insert into gateway_breaker (gateway, generation, state, until, reason, worker, changed_at)
                    values ('main', 1, 'open', now() + interval '9 seconds', 'slow', 1, now())
                    """)
                let waiting = Task { try await board(pool, 2).exchange(news) }
                try await untilBlocked(pool)
                try await transaction.commit()
                return waiting
            }
            let notice = try #require(try await waiting.value.gateways["main"]?.notice)
            #expect(notice.reason == "slow" && notice.remaining <= .seconds(9))
        }
    }

    @Test("a worker that nobody has seen for an hour leaves no row")
    func forgotten() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            _ = try await board(pool, 1).exchange(GatewayNews(notices: []))
            try await pool.query("update worker set seen_at = seen_at - interval '61 minutes'")
            #expect(try await board(pool, .max).exchange(GatewayNews(notices: [])).position == 0)
            #expect(try await pool.query("select count(*) from worker").value(as: Int64.self) == 1)
        }
    }

    private func board(_ pool: PostgresPool, _ worker: UInt64) -> PostgresGatewayBoard {
        PostgresGatewayBoard(pool: pool, worker: worker, patience: .seconds(180))
    }
}
