import AccountTesting
import Accounts
import Synchronization
import Testing
import VerificationCore

/// A cache over a store that answers when the test says so.
@Suite("A cache of settings", .timeLimit(.minutes(10)))
struct SettingsCacheTests {
    private let store = SlowStore()
    private let changes = CountedChanges()

    private func cache(patience: Duration = .seconds(60)) -> SettingsCache<String> {
        SettingsCache(.signingKeys, watchedBy: changes, patience: patience, report: { _ in }) {
            [store] _ throws(StoreError) in
            try await store.read()
        }
    }

    @Test("reads nothing again while nothing changes, and what its maker was told of is in the next answer")
    func knows() async throws {
        store.answer("one")
        let cache = cache()
        for _ in 1...3 { #expect(try await cache.content() == "one") }
        #expect(store.reads == 1 && cache.isCurrent)
        store.answer("two")
        #expect(try await cache.content() == "one")
        changes.count()
        #expect(try await cache.content() == "two")
        #expect(store.reads == 2)
    }

    @Test("throws while it knows nothing, and goes on with what it knows when the store fails later")
    func fails() async throws {
        let cache = cache()
        store.fail()
        await #expect(throws: StoreError.self) { try await cache.content() }
        store.answer("one")
        #expect(try await cache.content() == "one")
        store.fail()
        changes.count()
        #expect(try await cache.content() == "one")
        #expect(!cache.isCurrent)
        // The store is asked beside the callers, none of whom waits for it.
        store.answer("two")
        while try await cache.content() != "two" { await Task.yield() }
        #expect(cache.isCurrent)
    }

    @Test("keeps nobody longer than its patience when the store stays silent, and the later callers not at all")
    func silent() async throws {
        store.answer("one")
        let cache = cache(patience: .milliseconds(50))
        _ = try await cache.content()
        store.fallSilent()
        changes.count()
        #expect(try await cache.content() == "one")
        let reads = store.reads
        for _ in 1...100 { #expect(try await cache.content() == "one") }
        #expect(store.reads <= reads + 1 && !cache.isCurrent)
        store.answer("two")
        while try await cache.content() != "two" { await Task.yield() }
    }

    @Test("believes the read that began last, also when an earlier read answers after it")
    func order() async throws {
        store.answer("one")
        let cache = cache()
        _ = try await cache.content()
        store.fallSilent()
        async let early = cache.latest()
        await store.reads(atLeast: 2)
        async let late = cache.latest()
        await store.reads(atLeast: 3)
        store.answer(place: 1, "new")
        #expect(try await late == "new")
        store.answer(place: 0, "old")
        #expect(try await early == "old")
        #expect(try await cache.content() == "new")
    }
}

/// What a cache reads: an answer at once, or none before the test says so.
private final class SlowStore: Sendable {
    private struct State {
        var answer: Result<String, StoreError>?
        var waiting: [CheckedContinuation<Result<String, StoreError>, Never>] = []
        var reads = 0
    }

    private let state = Mutex(State())

    var reads: Int { state.withLock { $0.reads } }

    func read() async throws(StoreError) -> String {
        try await withCheckedContinuation { continuation in
            let answer = state.withLock { state in
                state.reads += 1
                if state.answer == nil { state.waiting.append(continuation) }
                return state.answer
            }
            if let answer { continuation.resume(returning: answer) }
        }.get()
    }

    func reads(atLeast count: Int) async {
        while reads < count { await Task.yield() }
    }

    /// Answers every read from now on, and the reads that wait.
    func answer(_ content: String) { tell(.success(content)) }

    func fail() { tell(.failure(.unavailable)) }

    /// Answers no read any more.
    func fallSilent() { state.withLock { $0.answer = nil } }

    /// Answers one of the waiting reads, by its place among them.
    func answer(place: Int, _ content: String) {
        state.withLock { $0.waiting.remove(at: place) }.resume(returning: .success(content))
    }

    private func tell(_ answer: Result<String, StoreError>) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.answer = answer
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: answer) }
    }
}
