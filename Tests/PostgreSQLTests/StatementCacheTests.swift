import Testing

@testable import PostgreSQL

@Suite("prepared statements of one connection")
struct StatementCacheTests {
    private func key(_ text: String, _ types: [UInt32] = []) -> StatementKey {
        StatementKey(text: text, types: types)
    }

    @Test("the same text is prepared once")
    func reuse() {
        var cache = StatementCache(limit: 10)
        #expect(cache.use(key("a")) == .unprepared(name: "s1"))
        #expect(cache.use(key("a")) == .prepared(name: "s1"))
        #expect(cache.use(key("b")) == .unprepared(name: "s2"))
    }

    @Test("the same text with values of other types is another statement")
    func types() {
        var cache = StatementCache(limit: 10)
        #expect(cache.use(key("a", [20])) == .unprepared(name: "s1"))
        #expect(cache.use(key("a", [25])) == .unprepared(name: "s2"))
        #expect(cache.use(key("a", [20])) == .prepared(name: "s1"))
    }

    @Test("the one not used for longest gives way, and is deallocated once")
    func eviction() {
        var cache = StatementCache(limit: 2)
        _ = cache.use(key("a"))
        _ = cache.use(key("b"))
        _ = cache.use(key("a"))
        #expect(cache.use(key("c")) == .unprepared(name: "s3"))
        #expect(cache.condemned == ["s2"])
        #expect(cache.use(key("a")) == .prepared(name: "s1"))
        cache.deallocated("s2")
        #expect(cache.condemned.isEmpty)
        #expect(cache.count == 2)
    }

    @Test("what was never prepared is not deallocated, and a name is never used twice")
    func discarding() {
        var cache = StatementCache(limit: 2)
        _ = cache.use(key("a"))
        cache.discard(key("a"))
        #expect(cache.condemned.isEmpty)
        #expect(cache.use(key("a")) == .unprepared(name: "s2"))
        cache.forgetAll()
        #expect(cache.use(key("a")) == .unprepared(name: "s3"))
    }
}
