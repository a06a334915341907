import Synchronization
import Testing

@testable import Connections

@Suite("Tasks near their connections", .timeLimit(.minutes(10)))
struct NearExecutorTests {
    private final class Progress: Sendable {
        let isHeld = Atomic(true)
        let ended = Atomic(0)
    }

    private let loop: ConnectionLoop
    private let near: NearExecutor

    init() throws {
        let loop = try #require(ConnectionLoop(label: "tests"))
        self.loop = loop
        near = NearExecutor { loop.async($0) }
    }

    @Test("a task at rest runs on the thread of the loop, also after it has waited for the loop")
    func atRest() async {
        let places = await Task(executorPreference: near) { [loop] in
            let first = loop.thread.isCurrent
            await passed(loop)
            return [first, loop.thread.isCurrent]
        }.value
        #expect(places == [true, true])
    }

    @Test("while the thread is held up, tasks run elsewhere and end; later they run on the thread again")
    func underLoad() async {
        let progress = Progress()
        await withCheckedContinuation { [loop] continuation in
            loop.async {
                continuation.resume()
                while progress.isHeld.load(ordering: .relaxed) {}
            }
        }
        let elsewhere = await withTaskGroup(of: Bool.self) { [near, loop] group in
            for _ in 0..<100 {
                group.addTask(executorPreference: near) {
                    // The tasks on the thread begin after those elsewhere have ended.
                    let count = progress.ended.add(1, ordering: .relaxed).newValue
                    if count == 96 { progress.isHeld.store(false, ordering: .relaxed) }
                    return !loop.thread.isCurrent
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(elsewhere == 96)
        while await Task(executorPreference: near, operation: { [loop] in !loop.thread.isCurrent }).value {}
    }

    @Test("a sleep on the loop lasts as long as it should")
    func sleeps() async throws {
        let start = ContinuousClock.now
        try await loop.sleep(until: start + .milliseconds(20))
        #expect(ContinuousClock.now >= start + .milliseconds(20))
        try await ConnectionLoop.sleep(for: .seconds(-1))
    }

    @Test("a sleep ends with its task, also when the task was cancelled before it slept")
    func cancelled() async {
        for isEarly in [true, false] {
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let (allowed, allow) = AsyncStream.makeStream(of: Void.self)
            let task = Task { [loop] in
                start.finish()
                if isEarly { for await _ in allowed {} }
                try await loop.sleep(until: .now + .seconds(3_600))
            }
            for await _ in started {}
            task.cancel()
            allow.finish()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}

private func passed(_ loop: ConnectionLoop) async {
    await withCheckedContinuation { continuation in loop.async { continuation.resume() } }
}
