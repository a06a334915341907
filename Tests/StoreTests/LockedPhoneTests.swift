import PostgreSQL
import Testing
import VerificationCore
import VerificationTesting

@testable import Store

@Suite("The store in PostgreSQL: a phone that somebody has locked")
struct LockedPhoneTests {
    @Test("a backlog with ten locked phones: every stranger is sent while the lock lasts, the ten when it is gone")
    func backlog() async throws {
        try await withStore { _, database in
            // A batch of five hundred may need more than its usual five seconds beside all other tests.
            let store = PostgresVerificationStore(pool: database.pool, batchDeadline: .seconds(10))
            let bench = StoreBench(workers: [store], now: try await database.now())
            // They have rows already, as phones have that were sent to before.
            let known = try (0..<10).map { try bench.request(phone: Self.phone($0 * 300)) }
            for request in known { _ = try await bench.send(request, rules: Self.rules) }
            try await database.pool.transaction(deadline: .now + .seconds(170)) { transaction in
                try await transaction.query(
                    "select 1 from phone_state where phone = any(\(known.map(\.phone.e164))) for update")
                let requests = try (0..<3_000).map { try bench.request(phone: Self.phone($0)) }
                let answers = await Self.claim(requests, store)
                let isLocked = answers.map { $0 == .failure(.locked) }
                #expect(isLocked == (0..<3_000).map { $0 % 300 == 0 })
                let strangers = answers.filter { $0 != .failure(.locked) }
                let unsent = strangers.filter { (try? $0.get().order) == nil }
                #expect(strangers.count == 2_990 && unsent.isEmpty, "\(unsent.prefix(3))")
                // Whoever asks for them again meets the lock alone.
                #expect(await Self.claim([requests[0], requests[1]], store)[0] == .failure(.locked))
                try await transaction.commit()
                let late = await Self.claim(requests.indices.filter { $0 % 300 == 0 }.map { requests[$0] }, store)
                #expect(late.count { (try? $0.get().order) != nil } == 10)
            }
        }
    }

    @Test("phones whose rows take longer than a batch may are put off, strangers are sent, and slow files are damage")
    func slow() async throws {
        try await withStore { _, database in
            let store = PostgresVerificationStore(pool: database.pool, batchDeadline: .seconds(20))
            let bench = StoreBench(workers: [store], now: try await database.now())
            try await database.pool.pipeline([
                """
                create function dawdle() returns trigger language plpgsql as $$
                begin
                  -- An examination's phone ends by chance.
                  if new.app like 'examination-%' then return new; end if;
                  -- Nothing waits for the end of this sleep: the deadline of the batch or of the single try ends it.
                  if new.phone like '%00' then perform pg_sleep(60); end if;
                  if new.phone like '%01' then raise exception 'read failed' using errcode = '58030'; end if;
                  return new;
                end $$
                """,
                "create trigger dawdle before insert on verification for each row execute function dawdle()",
            ])
            let requests = try (0..<120).map { try bench.request(phone: Self.phone($0)) }
            let answers = await Self.claim(requests, store)
            for (request, answer) in zip(requests, answers) {
                switch request.phone.e164.suffix(2) {
                // The commit travelled behind the slow row, so it may come.
                case "00": #expect(answer == .failure(.inDoubt))
                // In a batch with the slow row it is in doubt too, and the next try tells what it is.
                case "01":
                    let last = answer == .failure(.inDoubt) ? await Self.claim([request], store)[0] : answer
                    if case .failure(.unreadable) = last {} else { Issue.record("\(last)") }
                case _: #expect((try? answer.get().order) != nil)
                }
            }
            try await database.pool.query("drop trigger dawdle on verification")
            let late = requests.filter { ["00", "01"].contains($0.phone.e164.suffix(2)) }
            #expect(await Self.claim(late, store).allSatisfy { (try? $0.get().order) != nil })
        }
    }

    @Test("a locked message delays the record of its own outcome, and no other")
    func record() async throws {
        try await withStore { store, database in
            let bench = StoreBench(workers: [store], now: try await database.now())
            let requests = try (0..<20).map { try bench.request(phone: Self.phone($0)) }
            var orders: [SendOrder] = []
            for request in requests { orders.append(try await bench.send(request)) }
            let records = zip(orders, requests).map { (order: $0, request: $1) }
            try await database.pool.transaction(deadline: .now + .seconds(170)) { transaction in
                try await transaction.query(
                    "select 1 from message where verification_id = \(requests[7].id) for update")
                let answers = await withTaskGroup { tasks in
                    for (index, record) in records.enumerated() {
                        tasks.addTask { (index, await Self.record(.failed(reason: "busy"), record, bench)) }
                    }
                    return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
                #expect(answers[7] == .failure(.locked))
                #expect(answers.values.count { $0 == .success(true) } == 19)
                try await transaction.commit()
                #expect(await Self.record(.failed(reason: "busy"), records[7], bench) == .success(true))
                // Its answer may have got lost.
                #expect(await Self.record(.failed(reason: "busy"), records[7], bench) == .success(true))
            }
        }
    }

    @Test("a locked verification delays the records of an app that is told of events, and no other record")
    func recordOfTold() async throws {
        try await withStore { store, database in
            let quiet = StoreBench(workers: [store], now: try await database.now())
            var told = quiet
            told.tellsEvents = true
            let requests = try (0..<12).map { try quiet.request(phone: Self.phone($0)) }
            var orders: [SendOrder] = []
            for request in requests { orders.append(try await quiet.send(request)) }
            let records = zip(orders, requests).map { (order: $0, request: $1) }
            let (outcome, benches) = (SendRecord.Outcome.accepted(gatewayID: nil), [told, quiet])
            try await database.pool.transaction(deadline: .now + .seconds(170)) { transaction in
                try await transaction.query(.lockVerifications([requests[4].id, requests[7].id]))
                let answers = await withTaskGroup { tasks in
                    for (index, record) in records.enumerated() {
                        tasks.addTask { (index, await Self.record(outcome, record, benches[index % 2])) }
                    }
                    return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
                }
                #expect(answers[4] == .failure(.locked))
                #expect(answers.values.count { $0 == .success(true) } == 11)
                try await transaction.commit()
                #expect(await Self.record(outcome, records[4], benches[0]) == .success(true))
            }
        }
    }

    private static let rules = SendingRules(resendAfter: .zero)

    private static func phone(_ number: Int) -> String { "+49151\(10_000 + number)" }

    private static func claim(
        _ requests: [VerificationRequest], _ store: PostgresVerificationStore
    ) async -> [Result<Verdict, StoreError>] {
        await withTaskGroup { tasks in
            for (index, request) in requests.enumerated() {
                tasks.addTask {
                    let claim = Claim(
                        request: request, rules: rules, codeKey: "key", lease: .seconds(60), token: UInt64(index) + 1)
                    do throws(StoreError) {
                        return (index, Result<Verdict, StoreError>.success(try await store.claim(claim)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var answers = [Result<Verdict, StoreError>](repeating: .failure(.unavailable), count: requests.count)
            for await (index, answer) in tasks { answers[index] = answer }
            return answers
        }
    }

    private static func record(
        _ outcome: SendRecord.Outcome, _ record: (order: SendOrder, request: VerificationRequest), _ bench: StoreBench
    ) async -> Result<Bool, StoreError> {
        do {
            return .success(try await bench.record(outcome, of: record.order, record.request))
        } catch {
            return .failure(error as? StoreError ?? .unavailable)
        }
    }

    /// A store that waits for no lock for long.
    private func withStore(_ body: (PostgresVerificationStore, TestDatabase) async throws -> Void) async throws {
        try await TestDatabase.with { database in
            var configuration = database.configuration
            configuration.maximumConnections = 4
            configuration.lockTimeout = .milliseconds(100)
            let pool = PostgresPool(configuration)
            defer { pool.close() }
            try await body(
                PostgresVerificationStore(pool: pool, batchDeadline: .seconds(60), callDeadline: .seconds(60)), database
            )
        }
    }
}
