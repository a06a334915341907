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

    @Test("who is not admitted leaves the queue again")
    func refused() async throws {
        let work = PasswordWork(mostWaiting: 1)
        for _ in 1...3 {
            await #expect(throws: WireError.refused(.tooManyAttempts)) {
                try await work.run(admittedBy: { () throws(WireError) in throw .refused(.tooManyAttempts) }, { 1 })
            }
        }
        #expect(try await work.run { 2 } == 2)
    }
}
