import InMemoryLogging
import Logging
import PostgreSQL
import Store
import TestSupport
import Testing
import VerificationCore
import VerificationTesting

@Suite("Apps and keys in PostgreSQL: kept fresh whatever fails")
struct AppFreshnessTests {
    @Test("a key that was revoked while the apps could not be loaded is refused once they can")
    func revocationAfterFailedLoad() async throws {
        try await withDirectory { directory, database, pool, log in
            let registry = AppRegistry(pool: database.pool)
            let (shop, key) = try await makeApp(registry)
            try await until { try await directory.caller(keyHash: key.hash) != nil }
            try await database.pool.transaction(deadline: .now + .seconds(170)) { transaction in
                try await transaction.query("lock table test_number")
                #expect(try await registry.revoke(key.hash.shortName, of: shop.id) == 1)
                try await until { log.entries.contains { $0.level == .warning } }
                #expect(try await directory.caller(keyHash: key.hash) != nil, "nobody can know yet")
                try await transaction.commit()
            }
            try await until { try await directory.caller(keyHash: key.hash) == nil }
            #expect(log.entries.count { $0.level == .warning } == 1)
        }
    }

    @Test("what its maker was told is in force in every process, however fast changes follow each other")
    func inForce() async throws {
        try await withDirectory { first, database, _, _ in
            try await withDirectory(at: database) { second, _, _, _ in
                let registry = AppRegistry(pool: database.pool)
                let (shop, key) = try await makeApp(registry)
                let directories = [first, second]
                try await until { directories.allSatisfy { $0.number(of: .app(shop.id)) ?? 0 > 0 } }
                let bench = StoreBench(workers: [], now: try await database.now())
                for round in 1...3 {
                    let renamed = App(id: shop.id, displayName: "Shop \(round)")
                    try await registry.save(renamed)
                    for directory in directories {
                        #expect(try await directory.app(shop.id)?.displayName == renamed.displayName)
                    }
                    let number = try bench.testNumber("+49151000\(round)")
                    _ = try await registry.save(number, of: shop.id, limit: 10)
                    for directory in directories {
                        #expect(try await directory.app(shop.id)?.testNumbers.keys.sorted() == [number.phone.e164])
                    }
                    #expect(try await registry.removeTestNumber(number.id, of: shop.id))
                    for directory in directories {
                        #expect(try await directory.app(shop.id)?.testNumbers.isEmpty == true)
                    }
                }
                #expect(try await registry.revoke(key.hash.shortName, of: shop.id) == 1)
                for directory in directories { #expect(try await directory.caller(keyHash: key.hash) == nil) }
            }
        }
    }

    @Test("a process that cannot follow keeps the maker of a change waiting, and then trusts its memory no more")
    func cannotFollow() async throws {
        try await withDirectory { directory, database, _, _ in
            let registry = AppRegistry(pool: database.pool)
            let (shop, _) = try await makeApp(registry)
            let subject = ChangeSubject.app(shop.id)
            try await until { directory.number(of: subject) ?? 0 > 0 }
            let renamed = App(id: shop.id, displayName: "Renamed")
            try await database.pool.transaction(deadline: .now + .seconds(170)) { transaction in
                // No load comes to its end.
                try await transaction.query("lock table test_number")
                try await registry.save(renamed)
                #expect(directory.number(of: subject) == nil)
                #expect(try await directory.app(shop.id) == shop)
            }
            try await until { directory.number(of: subject) != nil }
            #expect(try await directory.app(shop.id) == renamed)
        }
    }

    /// Nobody keeps this directory fresh, as in a process that was frozen and has heard nothing yet.
    @Test("a caller waits for a slow load where the database says that the memory is old, and not where it is not")
    func slowLoad() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let (shop, key) = try await makeApp(registry)
            let directory = directory(database, database.pool, Logger(label: "test"))
            #expect(try await directory.caller(keyHash: key.hash)?.app == shop)
            let name = key.hash.shortName
            try await database.pool.transaction(deadline: .now + .seconds(170)) { transaction in
                // No load comes to its end before the commit.
                try await transaction.query("lock table test_number")
                #expect(try await directory.caller(keyHash: key.hash)?.app == shop, "the memory is the last word")
                #expect(try await registry.revoke(name, of: shop.id) == 1)
                await #expect(throws: StoreError.unavailable) { try await directory.caller(keyHash: key.hash) }
                async let caller = directory.caller(keyHash: key.hash)
                try await transaction.commit()
                #expect(try await caller == nil)
            }
        }
    }

    @Test("a thousand changes are a few loads")
    func gathered() async throws {
        try await withDirectory { directory, database, pool, _ in
            let registry = AppRegistry(pool: database.pool)
            let (shop, _) = try await makeApp(registry)
            try await until { try await directory.app(shop.id) == shop }
            let before = pool.statistics.roundTrips
            let start = ContinuousClock.now
            for _ in 1...1_000 { try await database.pool.query("select pg_notify('verifyd_apps', '')") }
            let renamed = App(id: shop.id, displayName: "Last")
            try await registry.save(renamed)
            try await until { try await directory.app(shop.id) == renamed }
            let quarters = Int((ContinuousClock.now - start) / .milliseconds(250)) + 2
            #expect(pool.statistics.roundTrips - before <= 2 * quarters)
        }
    }

    @Test("without a connection that hears of changes they are found all the same")
    func deaf() async throws {
        try await withDirectory { directory, database, _, _ in
            let registry = AppRegistry(pool: database.pool)
            let (shop, key) = try await makeApp(registry)
            try await until { try await directory.caller(keyHash: key.hash)?.app == shop }
            // The same without the word that a registry would send.
            try await database.pool.query("update api_key set revoked_at = now()")
            try await database.pool.query(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and query like 'listen %' or query = 'select 1'
                """)
            try await until { try await directory.caller(keyHash: key.hash) == nil }
        }
    }

    @Test("an app with a rule of a later version is known as unreadable, shouted about, and readable again when mended")
    func unreadable() async throws {
        try await withDirectory { directory, database, _, log in
            let registry = AppRegistry(pool: database.pool)
            let (shop, key) = try await makeApp(registry)
            let other = App(id: try #require(AppID("other")), displayName: "Other")
            try await registry.save(other)
            try await until { try await directory.app(other.id) == other }
            try await database.pool.pipeline([
                #"update app set rules = rules || '{"future":1}' where id = 'shop'"#,
                "select pg_notify('verifyd_apps', '')",
            ])
            try await until { directory.unreadable.keys.contains(shop.id) }
            for ask in [{ try await directory.app(shop.id) }, { try await directory.caller(keyHash: key.hash)?.app }] {
                let problem = await #expect(throws: StoreError.self) { try await ask() }
                guard case .unreadable(let words) = problem else {
                    Issue.record("\(String(describing: problem))")
                    return
                }
                #expect(words.contains("shop") && words.contains("future"))
            }
            #expect(try await directory.app(other.id) == other)
            #expect(try await registry.apps().readable == [other])
            #expect(try await registry.apps().unreadable.keys.map(\.name) == ["shop"])
            try await database.pool.query("update app set rules = '[]' where id = 'shop'")
            #expect(try await registry.apps().unreadable == [shop.id: "its rules are no JSON object"])
            try await until { log.entries.contains { $0.level == .error && $0.metadata["app"] == "shop" } }

            try await registry.save(shop)
            try await until { directory.unreadable.isEmpty }
            #expect(try await directory.caller(keyHash: key.hash)?.app == shop)
        }
    }

    @Test(
        "an app with a test number of a later version is unreadable: without that number, a real SMS would go to it",
        arguments: ["scenario", "kind"])
    func unreadableTestNumber(column: String) async throws {
        try await withDirectory { directory, database, _, log in
            let registry = AppRegistry(pool: database.pool)
            let (shop, key) = try await makeApp(registry)
            let bench = StoreBench(workers: [], now: try await database.now())
            let numbers = [try bench.testNumber("+491510008"), try bench.testNumber("+491510009")]
            for number in numbers { _ = try await registry.save(number, of: shop.id, limit: 10) }
            try await until { try await directory.app(shop.id)?.testNumbers.count == 2 }
            try await database.pool.pipeline([
                "update test_number set \(identifier: column) = 'later' where id = \(numbers[0].id)",
                "select pg_notify('verifyd_apps', '')",
            ])
            try await until { directory.unreadable.keys.contains(shop.id) }
            await #expect(throws: StoreError.self) { try await directory.app(shop.id) }
            await #expect(throws: StoreError.self) { try await directory.caller(keyHash: key.hash) }
            let problem = try #require(try await registry.apps().unreadable[shop.id])
            #expect(problem.contains("test number \(numbers[0].id)") && !problem.contains(numbers[0].phone.e164))
            try await until { log.entries.contains { $0.level == .error && $0.metadata["app"] == "shop" } }
            // Those who look after the app see the rest of it, and can take the number away.
            #expect(try await registry.apps().readable.first?.testNumbers == ["+491510009": numbers[1]])
            #expect(try await registry.testNumbers(of: shop.id) == [numbers[1]])
            #expect(try await registry.removeTestNumber(numbers[0].id, of: shop.id))
            try await until { directory.unreadable.isEmpty }
            #expect(try await directory.app(shop.id)?.testNumbers == ["+491510009": numbers[1]])
        }
    }

    @Test("a schema that does not fit keeps what is known, loads nothing new, and says so until it is mended")
    func unfit() async throws {
        try await withDirectory { directory, database, _, log in
            let registry = AppRegistry(pool: database.pool)
            let (shop, _) = try await makeApp(registry)
            try await until { try await directory.app(shop.id) == shop }
            try await database.pool.pipeline([
                "insert into schema_migration (version, name) values (900, 'future')",
                "select pg_notify('verifyd_apps', '')",
            ])
            try await until { directory.isUnfit }
            #expect(try await directory.app(shop.id) == shop)
            await #expect(throws: StoreError.self) { try await directory.app(try #require(AppID("new"))) }
            try await until { log.entries.contains { $0.level == .error } }
            try await database.pool.query("delete from schema_migration where version = 900")
            try await until { !directory.isUnfit }
            #expect(log.entries.count { $0.level == .error } == 1)
        }
    }

    @Test("many callers of a process that has loaded nothing yet share one load")
    func start() async throws {
        try await TestDatabase.with { database in
            let (shop, key) = try await makeApp(AppRegistry(pool: database.pool))
            let pool = PostgresPool(database.configuration)
            defer { pool.close() }
            let directory = directory(database, pool, Logger(label: "test"))
            #expect(!directory.isLoaded)
            try await withThrowingTaskGroup(of: App?.self) { tasks in
                for _ in 1...100 { tasks.addTask { try await directory.caller(keyHash: key.hash)?.app } }
                for try await app in tasks { #expect(app == shop) }
            }
            #expect(directory.isLoaded && pool.statistics.roundTrips <= 4)
        }
    }

    // MARK: Helpers

    private func makeApp(_ registry: AppRegistry) async throws -> (App, APIKey) {
        let shop = App(id: try #require(AppID("shop")), displayName: "Shop")
        let key = APIKey(random: (0..<32).map { _ in .random(in: 0...255) })
        try await registry.save(shop)
        #expect(try await registry.add(key.hash, to: shop.id, label: ""))
        return (shop, key)
    }

    private func directory(_ database: TestDatabase, _ pool: PostgresPool, _ logger: Logger) -> PostgresAppDirectory {
        PostgresAppDirectory(
            pool: pool, configuration: database.configuration, clock: StoreClock(host: { Timestamp(seconds: 0) }),
            callDeadline: .seconds(60), logger: logger)
    }

    /// A running directory with a pool of its own that waits for no lock for long.
    private func withDirectory(
        _ body: (PostgresAppDirectory, TestDatabase, PostgresPool, InMemoryLogHandler) async throws -> Void
    ) async throws {
        try await TestDatabase.with { try await withDirectory(at: $0, body) }
    }

    private func withDirectory(
        at database: TestDatabase,
        _ body: (PostgresAppDirectory, TestDatabase, PostgresPool, InMemoryLogHandler) async throws -> Void
    ) async throws {
        var configuration = database.configuration
        configuration.lockTimeout = .milliseconds(100)
        let pool = PostgresPool(configuration)
        defer { pool.close() }
        let log = InMemoryLogHandler()
        let directory = directory(database, pool, Logger(label: "test", factory: { _ in log }))
        let running = Task { await directory.run() }
        let result = await Result.catching { try await body(directory, database, pool, log) }
        running.cancel()
        await running.value
        try result.get()
    }

    /// Asks until it is so, for at most a minute; a directory tells nobody when it has learnt something.
    private func until(_ condition: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if try await condition() { return }
            await Task.yield()
        }
        Issue.record("it never was so")
    }
}
