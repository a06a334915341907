import Logging
import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("Apps and keys in PostgreSQL")
struct AppRegistryTests {
    @Test("keeps every promise to people who look after apps")
    func apps() async throws {
        try await TestDatabase.with { try await exerciseApps(AppRegistry(pool: $0.pool)) }
        try await TestDatabase.with { try await exerciseAppTexts(AppRegistry(pool: $0.pool)) }
        try await TestDatabase.with { try await exerciseAPIKeys(AppRegistry(pool: $0.pool)) }
    }

    @Test("where an app's texts cannot be read the catalog's take their place")
    func unreadableTexts() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let shop = App(id: try #require(AppID("shop")), displayName: "Shop")
            try await registry.save(shop)
            try await database.pool.query("update app set texts = '{\"fr\":\"no code\"}'")
            #expect(try await registry.apps() == StoredApps(readable: [shop]))
        }
    }

    @Test("keeps every promise of a store of test numbers")
    func testNumbers() async throws {
        try await TestDatabase.with { database in
            let store = PostgresVerificationStore(pool: database.pool)
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            try await exerciseTestNumbers(AppRegistry(pool: database.pool), bench: bench)
        }
        try await TestDatabase.with { database in
            let bench = StoreBench(workers: [], now: try await database.now())
            try await exerciseReseal(AppRegistry(pool: database.pool), bench: bench)
        }
    }

    @Test("keeps every promise of a directory of apps")
    func directory() async throws {
        try await TestDatabase.with { database in
            let directory = directory(database)
            try await exerciseAppDirectory(directory, of: AppRegistry(pool: database.pool)) {
                try await directory.load()
            }
        }
    }

    @Test("keeps every promise about changes of the settings")
    func changes() async throws {
        try await TestDatabase.with { database in
            let (store, pool) = try database.worker()
            defer { pool.close() }
            let bench = StoreBench(
                workers: [store], now: try await database.now(), knowledge: DatabaseKnowledge(database))
            try await exerciseChanges(of: AppRegistry(pool: database.pool), known: directory(database), bench)
        }
    }

    @Test("an app comes with its test numbers, and a running directory learns of every change to them")
    func directoryKnowsTestNumbers() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let directory = directory(database)
            let running = Task { await directory.run() }
            defer { running.cancel() }
            let bench = StoreBench(workers: [], now: try await database.now())
            let shop = App(id: try #require(AppID("shop")), displayName: "Shop")
            try await registry.save(shop)
            try await until { try await directory.app(shop.id) == shop }

            let number = try bench.testNumber(scenario: .undelivered)
            _ = try await registry.save(number, of: shop.id, limit: 10)
            try await until { try await directory.app(shop.id)?.testNumbers == ["+491510009": number] }
            _ = try await registry.removeTestNumber(number.id, of: shop.id)
            try await until { try await directory.app(shop.id)?.testNumbers.isEmpty == true }
            running.cancel()
            await running.value
        }
    }

    @Test("a running directory learns of new apps, new keys and revoked keys by itself")
    func directoryFollows() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let directory = directory(database)
            let running = Task { await directory.run() }
            defer { running.cancel() }
            let shop = App(id: try #require(AppID("shop")), displayName: "Shop")
            let key = APIKey(random: (0..<32).map { _ in .random(in: 0...255) })
            #expect(try await directory.app(shop.id) == nil)

            try await registry.save(shop)
            try await until { try await directory.app(shop.id) == shop }
            #expect(try await directory.caller(keyHash: key.hash) == nil)
            _ = try await registry.add(key.hash, to: shop.id, label: "")
            try await until { try await directory.caller(keyHash: key.hash)?.app == shop }
            let renamed = App(id: shop.id, displayName: "Shop 2")
            try await registry.save(renamed)
            try await until { try await directory.caller(keyHash: key.hash)?.app == renamed }
            _ = try await registry.revoke(key.hash.shortName, of: shop.id)
            try await until { try await directory.caller(keyHash: key.hash) == nil }
            running.cancel()
            await running.value
        }
    }

    @Test("a key is good for its scope, and one of a scope that this version does not know for nothing")
    func scopes() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let directory = directory(database)
            let shop = App(id: try #require(AppID("shop")), displayName: "Shop")
            try await registry.save(shop)
            let keys = (0..<3).map { APIKey(random: Array(repeating: $0, count: 32)).hash }
            _ = try await registry.add(keys[0], to: shop.id, label: "")
            for key in keys.dropFirst() { _ = try await registry.add(key, to: shop.id, scope: .admin, label: "") }
            let name = keys[2].shortName
            try await database.pool.query(
                "update api_key set scope = 'later' where encode(substring(hash for 4), 'hex') = \(name)")
            try await directory.load()
            var scopes: [KeyScope?] = []
            for key in keys { scopes.append(try await directory.caller(keyHash: key)?.scope) }
            #expect(scopes == [.send, .admin, nil])
            #expect(try await registry.keys(of: shop.id).map(\.scope) == ["send", "admin", "later"])
        }
    }

    @Test(
        "an app that was made a moment ago is known before any word of it has come, however many ask; so is the first key"
    )
    func directoryIsCertain() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let directory = directory(database)
            let shop = App(id: try #require(AppID("shop")), displayName: "Shop")
            for _ in 1...3 { #expect(try await directory.app(shop.id) == nil) }
            try await registry.save(shop)
            let found = try await withThrowingTaskGroup(of: App?.self) { tasks in
                for _ in 1...50 { tasks.addTask { try await directory.app(shop.id) } }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(found == Array(repeating: shop, count: 50))
            let key = APIKey(random: (0..<32).map { _ in .random(in: 0...255) })
            _ = try await registry.add(key.hash, to: shop.id, label: "")
            #expect(try await directory.caller(keyHash: key.hash) == Caller(app: shop, scope: .send))
        }
    }

    @Test("a directory that nobody runs loads when it is first asked, and keeps answering when the database is gone")
    func directoryAlone() async throws {
        try await TestDatabase.with { database in
            let pool = PostgresPool(database.configuration)
            let shop = App(id: try #require(AppID("shop")), displayName: "Shop")
            let directory = directory(database, pool: pool)
            try await AppRegistry(pool: database.pool).save(shop)
            #expect(try await directory.app(shop.id) == shop)
            pool.close()
            #expect(try await directory.app(shop.id) == shop)

            let unloaded = self.directory(database, pool: pool)
            await #expect(throws: StoreError.unavailable) { try await unloaded.app(shop.id) }
        }
    }

    @Test("with the database gone, an app that was never seen may exist: nobody is turned away for it")
    func unseenWhileAway() async throws {
        try await TestDatabase.with { database in
            let pool = PostgresPool(database.configuration)
            let directory = directory(database, pool: pool)
            try await directory.load()
            pool.close()
            let unseen = try #require(AppID("unseen"))
            await #expect(throws: StoreError.unavailable) { try await directory.app(unseen) }
        }
    }

    private func directory(_ database: TestDatabase, pool: PostgresPool? = nil) -> PostgresAppDirectory {
        PostgresAppDirectory(
            pool: pool ?? database.pool, configuration: database.configuration,
            clock: StoreClock(host: { Timestamp(seconds: 0) }),
            callDeadline: .seconds(60), logger: Logger(label: "test"))
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
