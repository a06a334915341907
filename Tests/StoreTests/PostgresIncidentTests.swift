import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("Incidents in PostgreSQL")
struct PostgresIncidentTests {
    @Test("keep every promise to dashboards and to people who read them")
    func promises() async throws {
        try await TestDatabase.with { database in
            let pool = database.pool
            try await exerciseIncidents(
                PostgresIncidents(pool: pool), audit: PostgresAudit(pool: pool), now: try await database.now())
        }
    }

    @Test("dashboards that see the same faults at once make one open row for each")
    func atOnce() async throws {
        try await TestDatabase.with { database in
            let (pool, now) = (database.pool, try await database.now())
            try await withThrowingTaskGroup { group in
                for dashboard in 0..<8 {
                    group.addTask {
                        let subjects = ["a", "b", "c"]
                        for round in Int64(0)..<5 {
                            try await PostgresIncidents(pool: pool, patience: .seconds(60)).keep(
                                report(dashboard.isMultiple(of: 2) ? subjects : subjects.reversed(), at: now, round))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let incidents = try await PostgresIncidents(pool: pool).incidents(IncidentFilter(), before: nil, limit: 99)
            #expect(incidents.map(\.accusation.subject).sorted() == ["a", "b", "c"])
            #expect(incidents.allSatisfy { $0.ending == nil && $0.lastSeenAt == now + .seconds(4) })
        }
    }

    @Test("retention forgets old marks and incidents that have ended, and never an open incident")
    func retention() async throws {
        try await TestDatabase.with { database in
            let (pool, now) = (database.pool, try await database.now())
            let (store, old) = (PostgresIncidents(pool: pool), now - .seconds(31 * 86_400))
            try await store.keep(report(["old"], at: old, 0, isOver: true))
            try await store.keep(report(["open"], at: old, 0))
            try await store.keep(report(["young"], at: now, 0, isOver: true))
            let marks = [old, now].map { Mark(at: $0, kind: .dashboardStarted, subject: "host", detail: "") }
            try await store.keep(
                IncidentReport(
                    sightings: [], holding: [], staleBefore: nil, watchedSince: old, note: "", marks: marks))
            try await PostgresMaintenance(pool: pool, rest: .zero).forget(olderThan: .seconds(30 * 86_400))
            let left = try await store.incidents(IncidentFilter(), before: nil, limit: 9)
            #expect(left.map(\.accusation.subject) == ["young", "open"])
            #expect(try await store.marks(in: old...now, limit: 9) == [marks[1]])
        }
    }

    private func report(
        _ subjects: [String], at beginning: Timestamp, _ seconds: Int64, isOver: Bool = false
    ) -> IncidentReport {
        let sightings = subjects.map { subject in
            IncidentSighting(
                accusation: Incident.Accusation(rule: "gateway-away", subject: subject),
                worst: Incident.Worst(level: .down, sentence: "away", measure: ""), beganAt: beginning,
                isAtLeast: false, lastSeenAt: beginning + .seconds(seconds), isOver: isOver)
        }
        return IncidentReport(
            sightings: sightings, holding: [], staleBefore: nil, watchedSince: beginning, note: "")
    }
}

@Suite("Marks of workers in PostgreSQL")
struct PostgresMarkTests {
    @Test("say once that a worker started, ended or fell silent, and that a breaker opened or closed")
    func marks() async throws {
        try await TestDatabase.with { database in
            try await exerciseMarks(
                PostgresWorkerRegistry(pool: database.pool), PostgresIncidents(pool: database.pool),
                now: { try await database.now() },
                passing: { time in
                    let span = time.wholeMicroseconds
                    try await database.pool.query(
                        "update worker set seen_at = seen_at - \(span) * interval '1 microsecond'")
                })
        }
    }

    @Test("that cannot be written stop no worker: it goes on to tell and to hear, and leaves in order")
    func unwritable() async throws {
        try await TestDatabase.with { database in
            let (pool, registry) = (database.pool, PostgresWorkerRegistry(pool: database.pool))
            try await pool.query("drop table mark")
            let notice = BreakerNotice(
                gateway: "main", generation: 1, state: .open, remaining: .seconds(30), reason: "x")
            let update = WorkerUpdate(status: .sample(), gateways: GatewayUpdate(notices: [notice]))
            let heard = try await registry.exchange(update, of: 1)
            #expect(heard.gateways.gateways["main"]?.notice?.state == .open)
            try await registry.leave(1)
            let left = try await pool.query("select has_left from worker")[0].decode("has_left", as: Bool.self)
            #expect(left)
        }
    }
}
