import PostgreSQL
import SessionStore
import Testing
import VerificationCore
import VerificationTesting

@Suite("Keys of code rings in PostgreSQL")
struct CodeKeyRegisterTests {
    @Test("a key is in use from when somebody says that he uses it, and no more when nobody has said it for two hours")
    func inUse() async throws {
        try await TestDatabase.with { database in
            let register = PostgresCodeKeyRegister(pool: database.pool)
            #expect(try await register.namesInUse().isEmpty)
            for name in ["k1", "k2", "k1"] { try await register.noteUse(of: name) }
            #expect(try await register.namesInUse() == ["k1", "k2"])
            try await database.pool.query("update ring_key set used_at = used_at - interval '2 hours'")
            try await register.noteUse(of: "k2")
            #expect(try await register.namesInUse() == ["k2"])
        }
    }

    @Test("a key is needed while a code of its making is alive, or a test number's is locked away under it")
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

            let old = try KeyRing("k1:" + Base64.encodeForURL(Array(repeating: 1, count: 32)))
            let (mine, lost) = (try bench.testNumber("+491510001"), try bench.testNumber("+491510002"))
            let sealed = try #require(old.seal(code: "123456", of: mine.phone.e164, app: shop))
            _ = try await registry.save(
                TestNumber(id: mine.id, phone: mine.phone, code: sealed), of: shop, limit: 2)
            _ = try await registry.save(lost, of: shop, limit: 2)
            #expect(try await register.namesNeeded() == ["k1", "key"])
            let ring = try KeyRing(
                "k2:\(Base64.encodeForURL(Array(repeating: 2, count: 32))), k1:"
                    + Base64.encodeForURL(Array(repeating: 1, count: 32)))
            #expect(try await registry.resealTestNumbers(by: ring) == (1, 1))
            #expect(try await register.namesNeeded() == ["k2", "key"])
            #expect(try await registry.resealTestNumbers(by: ring) == (0, 1))
            let kept = try #require(try await registry.testNumbers(of: shop).first)
            #expect(ring.open(kept.code, of: kept.phone.e164, app: shop) == "123456")
        }
    }
}
