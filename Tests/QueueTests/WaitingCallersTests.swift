import Testing
import VerificationCore

@testable import Queue

@Suite("callers who wait", .timeLimit(.minutes(10)))
struct WaitingCallersTests {
    private let callers = WaitingCallers(limit: 2)
    private let never = ContinuousClock.now + .seconds(3_600)

    @Test("get an answer that came before they waited, once")
    func early() async throws {
        let id = try #require(callers.expect())
        callers.answer(id, with: .expired)
        callers.answer(id, with: .failed(reason: "second"))
        #expect(await callers.answer(to: id, until: never) == .expired)
        #expect(await callers.answer(to: id, until: never) == nil)
    }

    @Test("are turned away beyond the limit, until one is served or given up")
    func limit() async throws {
        let first = try #require(callers.expect())
        let second = try #require(callers.expect())
        #expect(first != second)
        #expect(callers.expect() == nil)
        callers.forget(first)
        let third = try #require(callers.expect())
        callers.answer(third, with: .expired)
        #expect(callers.expect() == nil)
        #expect(await callers.answer(to: third, until: never) == .expired)
        #expect(callers.expect() != nil)
    }

    @Test("get nil when their task is cancelled")
    func cancelled() async throws {
        let id = try #require(callers.expect())
        let waiting = Task { await callers.answer(to: id, until: never) }
        waiting.cancel()
        #expect(await waiting.value == nil)
    }

    @Test("get nil when their time is over, and all of them when nobody keeps the time any more")
    func time() async throws {
        let timekeeper = Task { await callers.keepTime() }
        let short = try #require(callers.expect())
        #expect(await callers.answer(to: short, until: .now + .milliseconds(50)) == nil)

        let long = try #require(callers.expect())
        async let answer = callers.answer(to: long, until: never)
        timekeeper.cancel()
        #expect(await answer == nil)
        await timekeeper.value
        #expect(callers.expect() == nil)
    }

    @Test("get nil at once when all waits are ended, also those who do not wait yet; nobody is expected afterwards")
    func closed() async throws {
        let waiting = try #require(callers.expect())
        let early = try #require(callers.expect())
        async let answer = callers.answer(to: waiting, until: never)
        callers.close()
        callers.answer(early, with: .expired)
        #expect(await answer == nil)
        #expect(await callers.answer(to: early, until: never) == nil)
        #expect(callers.expect() == nil)
    }

    @Test("get nil at once when no answer can come any more, and the next callers are served")
    func erased() async throws {
        let waiting = try #require(callers.expect())
        let early = try #require(callers.expect())
        async let answer = callers.answer(to: waiting, until: never)
        callers.forgetAll()
        #expect(await answer == nil)
        #expect(await callers.answer(to: early, until: never) == nil)

        let next = try #require(callers.expect())
        callers.answer(next, with: .expired)
        #expect(await callers.answer(to: next, until: never) == .expired)
    }

    @Test("an answer for nobody is dropped")
    func nobody() {
        callers.answer("17", with: .expired)
    }
}
