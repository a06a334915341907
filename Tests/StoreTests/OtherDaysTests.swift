import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("Partitions of other days")
struct OtherDaysTests {
    @Test("whoever asks by an id neither reads nor locks any day but the id's own")
    func locked() async throws {
        try await TestDatabase.with { database in
            var impatient = database.configuration
            impatient.lockTimeout = .seconds(2)
            let pool = PostgresPool(impatient)
            defer { pool.close() }
            let store = PostgresVerificationStore(pool: pool, batchDeadline: .seconds(60), callDeadline: .seconds(60))
            let today = StoreBench(workers: [store], now: try await database.now())
            let yesterday = StoreBench(workers: [store], now: today.now + .seconds(-86_400))
            let old = try yesterday.request(deadline: .seconds(2 * 86_400))
            let order = try await yesterday.send(old, rules: StoreBench.eager)
            try await database.pool.transaction(deadline: .now + .seconds(150)) { transaction in
                try await transaction.query(lockAllDays(but: [today.now, yesterday.now]))
                #expect(try await yesterday.record(.accepted(gatewayID: nil), of: order, old))
                try await useOldVerification(old, today)
                try await useEveryCall(today)
                try await useBothDays(today, yesterday)
                try await transaction.commit()
            }
        }
    }

    /// Another day's verification, asked for, sent again and checked today.
    private func useOldVerification(_ old: VerificationRequest, _ today: StoreBench) async throws {
        #expect(try await today.claim(old) == .known)
        let resent = try today.request()
        let order = try await today.send(resent, rules: StoreBench.eager)
        #expect(order.message == MessageID(verification: old.id, ordinal: 2))
        #expect(try await today.record(.failed(reason: "busy"), of: order, resent, rules: StoreBench.eager))
        #expect(try await today.report(resent).messages.map(\.status) == [.accepted, .failed])
        _ = try await today.check(resent, isRight: false)
        _ = try await today.check(resent, isRight: false, byPhone: true)
        #expect(try await today.report(old).remainingChecks == 3)
    }

    private func useEveryCall(_ bench: StoreBench) async throws {
        let request = try await bench.verification(phone: "+491510002", clientIP: "192.0.2.1")
        #expect(try await bench.claim(try bench.request(phone: "+491510002", key: "order 1")).joined != nil)
        #expect(try await bench.claim(request) == .known)
        _ = try await bench.check(request, isRight: true, key: "check 1")
        #expect(try await bench.report(request).status == .approved)
        let canceled = try await bench.verification(phone: "+491510003")
        #expect(try await bench.cancel(canceled)?.status == .canceled)
        let unknown = try bench.request(phone: "+491510004")
        _ = try await bench.send(unknown, lease: .zero, token: 1)
        #expect(try await bench.claim(unknown, token: 2) == .known)
        #expect(try await bench.report(unknown).messages.map(\.status) == [.unknown])
    }

    private func useBothDays(_ today: StoreBench, _ yesterday: StoreBench) async throws {
        let verdicts = try await today.atOnce(60) { number in
            let bench = number % 2 == 0 ? today : yesterday
            let request = try bench.request(phone: "+49151\(20_000 + number)", deadline: .seconds(2 * 86_400))
            let order = try await bench.send(request, rules: StoreBench.eager)
            return try await bench.record(.accepted(gatewayID: nil), of: order, request)
        }
        #expect(!verdicts.contains(false))
    }

    private func lockAllDays(but days: [Timestamp]) -> SQL {
        let names = days.map { $0.rfc3339.prefix(10).filter { $0 != "-" } }.joined(separator: "|")
        return """
            do $$
            declare
              other regclass;
            begin
              for other in select inhrelid from pg_inherits
                where inhparent in ('verification'::regclass, 'verification_request'::regclass, 'message'::regclass)
                  and inhrelid::regclass::text !~ '(\(unsafeRaw: names))$'
              loop
                execute 'lock table ' || other;
              end loop;
            end
            $$
            """
    }
}
