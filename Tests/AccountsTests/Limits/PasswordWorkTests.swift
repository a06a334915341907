import AccountCore
import Dispatch
import Synchronization
import Testing

@testable import Accounts

@Suite("The queue of password hashes")
struct PasswordWorkTests {
    @Test("who finds no room learns it at once, and is not counted")
    func full() async throws {
        let (work, began, end) = (
            PasswordWork(mostWaiting: 1), AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0)
        )
        let first = Task {
            try await work.run {
                began.continuation.yield()
                end.wait()
                return 1
            }
        }
        for await _ in began.stream { break }
        let asked = Atomic(false)
        let second = try await work.run(admittedBy: { asked.store(true, ordering: .relaxed) }, { 2 })
        #expect(second == nil && !asked.load(ordering: .relaxed))
        end.signal()
        #expect(try await first.value == 1)
        #expect(try await work.run { 3 } == 3)
    }

    @Test("a class that is full leaves the other its places, and the first class is served before the second")
    func classes() async throws {
        let (work, began, end) = (
            PasswordWork(mostWaiting: 2), AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0)
        )
        let (served, serves) = AsyncStream.makeStream(of: PasswordWork.Turn.self)
        let running = Task {
            try await work.run(.second) {
                began.continuation.yield()
                end.wait()
            }
        }
        for await _ in began.stream { break }
        try await withThrowingTaskGroup { group in
            for (waiting, turn) in [PasswordWork.Turn.second, .first, .first].enumerated() {
                group.addTask { _ = try await work.run(turn) { serves.yield(turn) } }
                while work.waiting == waiting { await Task.yield() }
            }
            let (second, first) = (try await work.run(.second) { 1 }, try await work.run(.first) { 1 })
            #expect(second == nil && first == nil, "both are full")
            end.signal()
            try await group.waitForAll()
        }
        _ = try await running.value
        serves.finish()
        #expect(await served.reduce(into: []) { $0.append($1) } == [.first, .first, .second])
    }

    @Test("who is not admitted leaves the queue again")
    func refused() async throws {
        let work = PasswordWork(mostWaiting: 1)
        for _ in 1...3 {
            await #expect(throws: AccountError.refused(.tooManyAttempts)) {
                try await work.run(admittedBy: { () throws(AccountError) in throw .refused(.tooManyAttempts) }, { 1 })
            }
        }
        #expect(try await work.run { 2 } == 2)
    }
}
