import Synchronization
import Testing

@testable import Connections

@Suite("The moments of a loop")
struct LoopTimersTests {
    private static let start = ContinuousClock.now

    private final class Log: Sendable {
        let entries = Mutex<[String]>([])
        func action(_ name: String) -> LoopTimers.Action { { self.entries.withLock { $0.append(name) } } }
    }

    private func at(_ seconds: Int) -> ContinuousClock.Instant { Self.start + .seconds(seconds) }

    @Test("a timer moves to an earlier moment and never to a later one")
    func earlier() {
        var timers = LoopTimers()
        let log = Log()
        var isFirst: Bool
        isFirst = timers.ring(1, noLaterThan: at(10), log.action("ten"))
        #expect(isFirst)
        isFirst = timers.ring(1, noLaterThan: at(20), log.action("twenty"))
        #expect(!isFirst)
        #expect(timers.next == at(10))
        isFirst = timers.ring(1, noLaterThan: at(5), log.action("five"))
        #expect(isFirst)
        for action in timers.takeDue(at: at(30)) { action() }
        #expect(log.entries.withLock { $0 } == ["five"])
        #expect(timers.next == nil)
    }

    @Test("only the first of all has to wake the loop")
    func first() {
        var timers = LoopTimers()
        let nothing = Log().action("")
        var isFirst: Bool
        isFirst = timers.ring(1, noLaterThan: at(10), nothing)
        #expect(isFirst)
        isFirst = timers.ring(2, noLaterThan: at(20), nothing)
        #expect(!isFirst)
        isFirst = timers.ring(3, noLaterThan: at(1), nothing)
        #expect(isFirst)
    }

    @Test("nobody waits for a timer that was cancelled, and its number may be used again")
    func cancelled() {
        var timers = LoopTimers()
        let log = Log()
        _ = timers.ring(1, noLaterThan: at(1), log.action("old"))
        _ = timers.ring(2, noLaterThan: at(9), log.action("other"))
        _ = timers.cancel(1)
        #expect(timers.next == at(9))
        _ = timers.ring(1, noLaterThan: at(8), log.action("new"))
        for action in timers.takeDue(at: at(8)) { action() }
        #expect(log.entries.withLock { $0 } == ["new"] && timers.next == at(9))
    }

    @Test("random moves, cancels and looks agree with a plain list")
    func model() {
        var timers = LoopTimers()
        var model: [UInt64: Int] = [:]
        let log = Log()
        var now = 0
        for _ in 0..<5_000 {
            let timer = UInt64.random(in: 0..<10)
            switch Int.random(in: 0..<4) {
            case 0:
                _ = timers.cancel(timer)
                model[timer] = nil
            case 1:
                now += Int.random(in: 0..<5)
                for action in timers.takeDue(at: at(now)) { action() }
                let due = model.filter { $0.value <= now }
                #expect(
                    log.entries.withLock { entries in
                        defer { entries = [] }
                        return Set(entries) == Set(due.keys.map { "\($0)" }) && entries.count == due.count
                    })
                for key in due.keys { model[key] = nil }
            default:
                let second = now + Int.random(in: 0..<20)
                _ = timers.ring(timer, noLaterThan: at(second), log.action("\(timer)"))
                model[timer] = min(model[timer] ?? .max, second)
            }
            #expect(timers.next == model.values.min().map(at))
        }
    }
}
