import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("A database from a backup")
struct RestorationTests {
    @Test("has no code that is good and no message that goes on, and sends no request of the time before")
    func restored() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            let live = try await bench.verification(phone: "+491510001")
            let approved = try await bench.verification(phone: "+491510002")
            #expect(try await bench.check(approved, isRight: true).isApproved)
            let waiting = try bench.request(phone: "+491510003")
            let order = try await bench.send(waiting)
            #expect(try await bench.record(.waiting(.zero, reason: "busy"), of: order, waiting))
            let leased = try bench.request(phone: "+491510004")
            let held = try await bench.send(leased)
            let unseen = try bench.request(phone: "+491510005")

            let restoration = PostgresRestoration(pool: database.pool)
            let plan = try await restoration.restored(by: "ops", because: "drill", keepsSessions: false, isDry: true)
            #expect(plan.endedVerifications == 3 && plan.unknownMessages == 2 && plan.endedSessions == 0)
            #expect(try await bench.report(live).status == .pending, "a plan does nothing")
            let done = try await restoration.restored(by: "ops", because: "drill", keepsSessions: true, isDry: false)
            #expect(done.endedVerifications == 3 && done.unknownMessages == 2 && done.endedSessions == nil)

            for request in [live, waiting, leased] {
                let report = try await bench.report(request)
                #expect(report.status == .expired && report.reason == "restored")
                #expect(try await bench.check(request, isRight: true).ended?.status == .expired)
                #expect(try await bench.claim(request) == .known, "delivered once more, it sends nothing")
            }
            #expect(try await bench.report(approved).status == .approved)
            #expect(try await bench.report(leased).messages.map(\.status) == [.unknown])
            #expect(try await !bench.record(.accepted(gatewayID: nil), of: held, leased))
            #expect(try await bench.claim(unseen) == .expired)
            #expect(try await bench.report(unseen).reason == "restored")
            let pauses = try await database.pool.query(SQL.queuePauses).queuePauses()
            #expect(pauses[.requests]?.who == "ops" && pauses[.requests]?.reason == "drill")
            let audit = try await PostgresAudit(pool: database.pool).page(.all, before: nil, limit: 5)
            #expect(audit.lines.map(\.entry.action) == [.restore])
            let changes = try await database.pool.query(SQL.changeNumbers).changeNumbers()
            #expect(changes[.switches] == changes.last, "a process that lives on hears of the pause")

            let later = StoreBench(
                workers: [store], now: done.at + .seconds(1), knowledge: DatabaseKnowledge(database))
            let next = VerificationRequest(
                id: VerificationID(high: UInt64(later.now.milliseconds) << 16 | 0x7000, low: 0b10 << 62 | 999),
                app: live.app, phone: live.phone, requestedAt: later.now, deadline: later.now + .seconds(600))
            #expect(try await later.claim(next).order != nil)
        }
    }

    @Test("a pause with an end that comes with the backup gives way to a pause without")
    func endedPause() async throws {
        try await TestDatabase.with { database in
            let registry = PostgresWorkerRegistry(pool: database.pool)
            _ = try await registry.pause(.requests, by: "ana", because: "before the backup", lasting: .seconds(900))
            try await database.pool.query("update queue_pause set until = until - interval '1 day'")
            #expect(try await registry.workforce().pauses.isEmpty)
            let restoration = PostgresRestoration(pool: database.pool)
            _ = try await restoration.restored(by: "ops", because: "drill", keepsSessions: true, isDry: false)
            let pause = try await registry.workforce().pauses[.requests]
            #expect(pause?.who == "ops" && pause?.until == nil)
            _ = try await restoration.restored(by: "eve", because: "again", keepsSessions: true, isDry: false)
            #expect(try await registry.workforce().pauses[.requests] == pause, "a pause without an end stays")
        }
    }

    @Test("tells the apps that want to hear of it, and may be put in order twice")
    func twice() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            var bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            bench.tellsEvents = true
            _ = try await bench.verification()
            let restoration = PostgresRestoration(pool: database.pool)
            for ended in [1, 0] {
                let done = try await restoration.restored(
                    by: "ops", because: "drill", keepsSessions: false, isDry: false)
                #expect(done.endedVerifications == ended && done.unknownMessages == 0)
            }
            // This app has no endpoint on record, so only the send is told.
            #expect(try await PostgresEventOutbox(pool: pool).waiting() == 1)
        }
    }
}
