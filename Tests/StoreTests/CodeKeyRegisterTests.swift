import AccountCore
import PostgreSQL
import Store
import Testing
import VerificationCore
import VerificationTesting

@Suite("Keys of code rings in PostgreSQL")
struct CodeKeyRegisterTests {
    @Test("keeps every promise of a register of code keys")
    func inUse() async throws {
        try await TestDatabase.with { database in
            try await exerciseCodeKeys(PostgresCodeKeyRegister(pool: database.pool)) { time in
                try await database.pool.query(
                    "update ring_key set used_at = used_at - \(time.wholeMicroseconds) * interval '1 microsecond'")
            }
        }
    }

    @Test("a key is needed while a code of its making is alive, or a secret is locked away under it")
    func needed() async throws {
        try await TestDatabase.with { database in
            let register = PostgresCodeKeyRegister(pool: database.pool)
            let store = PostgresVerificationStore(pool: database.pool)
            let bench = StoreBench(workers: [store], now: try await database.now())
            let registry = AppRegistry(pool: database.pool)
            let shop = try #require(AppID("shop"))
            try await registry.save(App(id: shop, displayName: "Shop"))
            #expect(try await register.namesNeeded().isEmpty)
            _ = try await bench.verification()
            _ = try await bench.send(try bench.request(phone: "+491510009"), testNumber: try bench.testNumber())
            #expect(try await register.namesNeeded() == ["key"])
            try await database.pool.query("update phone_state set live_expires_at = now()")
            #expect(try await register.namesNeeded().isEmpty)

            _ = try await registry.save(try bench.testNumber("+491510001"), of: shop, limit: 1)
            #expect(try await register.namesNeeded() == ["key"])
            try await database.pool.query("update test_number set code_key = 'k1'")
            #expect(try await register.namesNeeded() == ["k1"])

            var project = Project(try #require(ProjectID("demo-shop")), app: shop, number: 0)
            let captcha = try #require(
                CaptchaSite(.turnstile, siteKey: "1x0", secret: SealedCode(keyName: "k2", bytes: [1])))
            _ = try await PostgresProjects(pool: database.pool).save(project)
            #expect(try await register.namesNeeded() == ["k1"])
            project.proofs.captcha = captcha
            _ = try await PostgresProjects(pool: database.pool).save(project)
            #expect(try await register.namesNeeded() == ["k1", "k2"])

            var google = IdentityProvider(try #require(ProviderID("google.com")))
            google.secret = SealedCode(keyName: "k3", bytes: [1])
            project.identities.providers = [IdentityProvider(try #require(ProviderID("apple.com"))), google]
            _ = try await PostgresProjects(pool: database.pool).save(project)
            #expect(try await register.namesNeeded() == ["k1", "k2", "k3"])
            var ann = Account(try #require(LocalID("ann")), createdAt: bench.now)
            let app = TOTPFactor(secret: SealedCode(keyName: "k4", bytes: [1]), usedStep: 1)
            ann.factors = [
                SecondFactor("phone", kind: .phone("+14155550101"), enrolledAt: bench.now),
                SecondFactor("app", kind: .totp(app), enrolledAt: bench.now),
            ]
            #expect(try await PostgresAccounts(pool: database.pool).add(ann, with: nil, to: project.id) == nil)
            #expect(try await register.namesNeeded() == ["k1", "k2", "k3", "k4"])
        }
    }
}
