import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("Samples of queues in PostgreSQL")
struct PostgresQueueSampleTests {
    @Test("keep every promise to dashboards")
    func promises() async throws {
        try await TestDatabase.with { database in
            try await exerciseQueueSamples(
                PostgresQueueSamples(pool: database.pool), at: Minute(try await database.now()) - 60)
        }
    }

    @Test("of eight dashboards at once are one row for each queue and minute")
    func atOnce() async throws {
        try await TestDatabase.with { database in
            let (pool, minute) = (database.pool, Minute(try await database.now()) - 60)
            try await withThrowingTaskGroup { group in
                for dashboard in 0..<8 {
                    group.addTask {
                        let queues = dashboard.isMultiple(of: 2) ? ["a", "b", "c"] : ["c", "b", "a"]
                        let samples = queues.flatMap { queue in
                            (0..<20).map {
                                QueueSample(minute: minute + $0, queue: queue, role: .retry, ready: 1, oldest: nil)
                            }
                        }
                        try await PostgresQueueSamples(pool: pool, patience: .seconds(60)).keep(samples)
                    }
                }
                try await group.waitForAll()
            }
            let sums = try await PostgresQueueSamples(pool: pool).sums(in: minute..<minute + 60, step: 60)
            #expect(sums == [QueueSum(beginning: minute, role: .retry, ready: 3, oldest: nil)])
            #expect(try await pool.query("select count(*) from queue_sample").value(as: Int64.self) == 60)
        }
    }

    @Test("are forgotten after eight days, however long verifications are kept")
    func retention() async throws {
        try await TestDatabase.with { database in
            let (pool, now) = (database.pool, Minute(try await database.now()))
            let store = PostgresQueueSamples(pool: pool)
            let days = [9, 7].map { now - $0 * 1_440 }
            try await store.keep(
                days.map { QueueSample(minute: $0, queue: "a", role: .requests, ready: 1, oldest: nil) })
            try await PostgresMaintenance(pool: pool, rest: .zero).forget(olderThan: .seconds(30 * 86_400))
            #expect(try await store.sums(in: days[0]..<now, step: 1).map(\.beginning) == [days[1]])
        }
    }
}
