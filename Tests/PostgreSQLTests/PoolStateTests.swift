import Testing

@testable import PostgreSQL

@Suite("the books of a pool")
struct PoolStateTests {
    private final class Line {}
    private typealias State = PoolState<Line, String>

    private let now = ContinuousClock.now

    private func waiter(_ destination: State.Destination) -> String? {
        guard case .waiter(let waiter) = destination else { return nil }
        return waiter
    }

    @Test("connections are opened for waiters only, and never more than the limit")
    func bounds() {
        var state = State(limit: 2)
        #expect(state.nextOpening(now: now) == nil)
        for name in ["a", "b", "c"] { _ = state.enqueue(name) }
        #expect(state.nextOpening(now: now) == .zero)
        #expect(state.nextOpening(now: now) == .zero)
        #expect(state.nextOpening(now: now) == nil)
        #expect(waiter(state.opened(Line())) == "a")
        #expect(waiter(state.opened(Line())) == "b")
        #expect(state.nextOpening(now: now) == nil)
        #expect(state.open == 2)
        #expect(state.waiting == 1)
    }

    @Test("a connection that comes back goes to whoever waits longest")
    func order() {
        var state = State(limit: 1)
        let line = Line()
        _ = state.enqueue("a")
        _ = state.nextOpening(now: now)
        _ = state.opened(line)
        _ = state.enqueue("b")
        let impatient = state.enqueue("c")
        _ = state.enqueue("d")
        #expect(state.giveUp(impatient) == "c")
        #expect(state.giveUp(impatient) == nil)
        #expect(waiter(state.giveBack(line, isOpen: true, now: now)) == "b")
        #expect(waiter(state.giveBack(line, isOpen: true, now: now)) == "d")
        guard case .idle = state.giveBack(line, isOpen: true, now: now) else {
            Issue.record("nobody waits, so it is kept")
            return
        }
        #expect(state.take() === line)
    }

    @Test("after a failure one connection is tried at a time, later each time, until one opens")
    func backoff() throws {
        var state = State(limit: 8)
        for name in ["a", "b", "c"] { _ = state.enqueue(name) }
        _ = state.nextOpening(now: now)
        #expect(state.openingFailed(.unavailable("x"), now: now) == ["a", "b", "c"])
        for name in ["d", "e"] { _ = state.enqueue(name) }
        let firstPause = state.nextOpening(now: now)
        let first = try #require(firstPause)
        #expect(first >= .milliseconds(25) && first <= .milliseconds(50))
        #expect(state.nextOpening(now: now) == nil)
        _ = state.openingFailed(.unavailable("x"), now: now)
        _ = state.enqueue("f")
        _ = state.enqueue("g")
        let secondPause = state.nextOpening(now: now)
        let second = try #require(secondPause)
        #expect(second >= .milliseconds(50) && second <= .milliseconds(100))
        #expect(waiter(state.opened(Line())) == "f")
        #expect(state.nextOpening(now: now) == .zero)
    }

    @Test("who waits for a busy connection goes on waiting when another cannot be opened")
    func partialFailure() {
        var state = State(limit: 2)
        let line = Line()
        _ = state.enqueue("a")
        _ = state.nextOpening(now: now)
        _ = state.opened(line)
        _ = state.enqueue("b")
        _ = state.nextOpening(now: now)
        #expect(state.openingFailed(.unavailable("x"), now: now).isEmpty)
        #expect(state.reasonForWaiting.kind == .unavailable)
        #expect(waiter(state.giveBack(line, isOpen: true, now: now)) == "b")
    }

    @Test("who waits in vain is told whether all are busy or none could be opened")
    func reasons() {
        var state = State(limit: 1)
        _ = state.enqueue("a")
        _ = state.nextOpening(now: now)
        #expect(state.reasonForWaiting.kind == .unavailable)
        _ = state.opened(Line())
        #expect(state.reasonForWaiting.kind == .poolExhausted)
    }

    @Test("a broken connection is replaced only after a pause")
    func replacement() throws {
        var state = State(limit: 1)
        let line = Line()
        _ = state.enqueue("a")
        _ = state.nextOpening(now: now)
        _ = state.opened(line)
        guard case .nowhere = state.giveBack(line, isOpen: false, now: now) else {
            Issue.record("a broken connection was kept")
            return
        }
        #expect(state.open == 0)
        _ = state.enqueue("b")
        let pause = state.nextOpening(now: now)
        #expect(try #require(pause) > .zero)
    }

    @Test("closing turns everybody away, and connections in use are closed when they come back")
    func closing() {
        var state = State(limit: 2)
        let line = Line()
        _ = state.enqueue("a")
        _ = state.nextOpening(now: now)
        _ = state.opened(line)
        _ = state.enqueue("b")
        let (waiters, connections) = state.close()
        #expect(waiters == ["b"])
        #expect(connections.isEmpty)
        #expect(state.nextOpening(now: now) == nil)
        guard case .nowhere = state.giveBack(line, isOpen: true, now: now) else {
            Issue.record("a connection outlived its pool")
            return
        }
    }
}
