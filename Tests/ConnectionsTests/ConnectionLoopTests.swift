import Synchronization
import Testing

@testable import Connections

@Suite("A thread for connections", .timeLimit(.minutes(10)))
struct ConnectionLoopTests {
    private actor Guest {
        private let loop: ConnectionLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        private var calls = 0

        init(on loop: ConnectionLoop) { self.loop = loop }

        func call() -> Bool {
            calls += 1
            return loop.thread.isCurrent
        }

        nonisolated func callBack() {
            loop.async { self.assumeIsolated { $0.calls += 1 } }
        }

        var count: Int { calls }
    }

    private final class Seen: Sendable {
        let lanes = Mutex<[[Int]]>(Array(repeating: [], count: 8))

        func note(_ number: Int, of lane: Int) { lanes.withLock { $0[lane].append(number) } }
    }

    private let loop: ConnectionLoop

    init() throws { loop = try #require(ConnectionLoop(label: "tests")) }

    @Test("an actor runs on the loop's thread, and so does what a callback enters")
    func actors() async {
        let guest = Guest(on: loop)
        #expect(await guest.call())
        guest.callBack()
        #expect(await guest.count == 2)
        #expect(!loop.thread.isCurrent)
    }

    @Test("two actors may share a loop and call each other")
    func shared() async {
        let (first, second) = (Guest(on: loop), Guest(on: loop))
        for _ in 0..<100 {
            #expect(await first.call())
            #expect(await second.call())
        }
        #expect(await first.count + second.count == 200)
    }

    @Test("what many threads hand in runs once, and in the order of each")
    func order() async {
        let seen = Seen()
        await withTaskGroup { [loop] group in
            for lane in 0..<8 {
                group.addTask {
                    for number in 0..<500 { loop.async { seen.note(number, of: lane) } }
                }
            }
        }
        await passed(loop)
        #expect(seen.lanes.withLock { $0 } == Array(repeating: Array(0..<500), count: 8))
    }

    @Test("it wakes up again and again from its sleep")
    func sleep() async {
        for _ in 0..<200 { await passed(loop) }
    }

    @Test("moments come in their order, and one that has passed comes at once")
    func moments() async {
        let (numbers, sink) = AsyncStream.makeStream(of: Int.self)
        let now = ContinuousClock.now
        for (number, instant) in [(3, now + .milliseconds(30)), (1, now - .seconds(1)), (2, now + .milliseconds(10))] {
            loop.async(at: instant) { sink.yield(number) }
        }
        var heard: [Int] = []
        for await number in numbers.prefix(3) { heard.append(number) }
        #expect(heard == [1, 2, 3])
        #expect(ContinuousClock.now >= now + .milliseconds(30))
    }

    @Test("its thread ends after its last reference, with the work that it had")
    func end() async throws {
        var own = ConnectionLoop(label: "tests.end")
        let seen = Seen()
        let thread = try #require(own?.thread)
        await withCheckedContinuation { continuation in
            own?.async {
                seen.note(1, of: 0)
                continuation.resume()
            }
        }
        own = nil
        await thread.ended()
        #expect(seen.lanes.withLock { $0[0] } == [1])
    }

    @Test("a callback that ends the last user of a loop does not hang it")
    func lastUser() async throws {
        final class User: Sendable {
            let loop: ConnectionLoop
            let timer = Mutex<LoopTimer?>(nil)
            init(_ loop: ConnectionLoop) { self.loop = loop }
        }
        let thread: LoopThread
        do {
            let own = try #require(ConnectionLoop(label: "tests.last"))
            thread = own.thread
            let user = User(own)
            let timer = LoopTimer(on: own) { user.timer.withLock { $0 = nil } }
            user.timer.withLock { $0 = timer }
            timer.ring(noLaterThan: .now)
        }
        await thread.ended()
    }

    private func passed(_ loop: ConnectionLoop) async {
        await withCheckedContinuation { continuation in loop.async { continuation.resume() } }
    }
}

extension LoopThread {
    /// Returns when the thread has nothing more to do and its loop is gone.
    fileprivate func ended() async {
        while !isOver { await Task.yield() }
    }
}
