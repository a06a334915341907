import Logging
import PostgreSQL
import SessionStore
import Testing
import VerificationCore
import VerificationTesting

@Suite("Apps and keys in PostgreSQL")
struct AppRegistryTests {
    @Test("an app is stored with all its settings, changed, and listed")
    func apps() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let shop = App(
                id: try #require(AppID("shop")), displayName: "Shop \"1\" 商店", defaultLanguage: LanguageTag("zh-Hant"),
                rules: SendingRules(resendAfter: .seconds(30), codeDigits: 8, whenUnknown: .resend))
            let bank = App(id: try #require(AppID("bank")), displayName: "Bank")
            try await registry.save(shop)
            try await registry.save(bank)
            #expect(try await registry.apps() == [bank, shop])

            let changed = App(id: shop.id, displayName: "Shop 2")
            try await registry.save(changed)
            #expect(try await registry.apps() == [bank, changed])
        }
    }

    @Test("an app's own texts are set and removed one by one, and changing the app keeps them")
    func texts() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let (french, brazilian) = (try #require(LanguageTag("fr")), try #require(LanguageTag("pt-BR")))
            let text = try AppText("\"{app}\" 'x'; {{ \\ é\n{code}")
            var shop = App(id: try #require(AppID("shop")), displayName: "Shop")
            #expect(try await !registry.set(text, for: french, of: shop.id))
            try await registry.save(shop)
            #expect(try await registry.set(try AppText("{code}"), for: french, of: shop.id))
            #expect(try await registry.set(text, for: french, of: shop.id))
            #expect(try await registry.set(try AppText("{code} pt"), for: brazilian, of: shop.id))
            shop.texts = AppTexts([french: text, brazilian: try AppText("{code} pt")])
            #expect(try await registry.apps() == [shop])

            var renamed = App(id: shop.id, displayName: "Shop 2")
            try await registry.save(renamed)
            renamed.texts = shop.texts
            #expect(try await registry.apps() == [renamed])
            #expect(try await directory(database).app(shop.id) == renamed)

            #expect(try await registry.removeText(for: french, of: shop.id))
            #expect(try await !registry.removeText(for: french, of: shop.id))
            #expect(try await registry.apps().first?.texts.languages == [brazilian])

            try await database.pool.query("update app set texts = '{\"fr\":\"no code\"}'")
            #expect(try await registry.apps().first?.texts == AppTexts.none, "the catalog's texts take their place")
        }
    }

    @Test("keys are listed without their secret, revoked once, and belong to an app that exists")
    func keys() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let (shop, bank) = (try #require(AppID("shop")), try #require(AppID("bank")))
            let key = APIKey(random: (0..<32).map { _ in .random(in: 0...255) })
            #expect(try await !registry.add(key.hash, to: shop, label: "early"))
            try await registry.save(App(id: shop, displayName: "Shop"))
            try await registry.save(App(id: bank, displayName: "Bank"))
            #expect(try await registry.add(key.hash, to: shop, label: "first"))
            let listed = try #require(try await registry.keys(of: shop).first)
            #expect(listed.shortName == key.hash.shortName && listed.label == "first" && listed.revokedAt == nil)
            #expect(listed.scope == "send")
            #expect(try await registry.keys(of: bank).isEmpty)

            #expect(try await registry.revoke(listed.shortName, of: bank) == 0)
            #expect(try await registry.revoke("", of: shop) == 0)
            #expect(try await registry.revoke(listed.shortName, of: shop) == 1)
            #expect(try await registry.revoke(listed.shortName, of: shop) == 0)
            #expect(try await registry.keys(of: shop).first?.revokedAt != nil)
        }
    }

    @Test("keeps every promise of a keeper of test numbers")
    func testNumbers() async throws {
        try await TestDatabase.with { database in
            let registry = AppRegistry(pool: database.pool)
            let (shop, bank) = (try #require(AppID("shop")), try #require(AppID("bank")))
            let store = PostgresVerificationStore(pool: database.pool)
            let bench = StoreBench(workers: [store], now: try await database.now())
            #expect(try await registry.save(try bench.testNumber(), of: shop, limit: 10) == .tooMany)
            for app in [shop, bank] { try await registry.save(App(id: app, displayName: "App")) }
            try await exerciseTestNumbers(registry, of: shop, other: bank, bench: bench)
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
            await #expect(throws: StoreProblem.unavailable) { try await unloaded.app(shop.id) }
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
            await #expect(throws: StoreProblem.unavailable) { try await directory.app(unseen) }
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
