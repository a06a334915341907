import Synchronization
import TestSupport
import Testing
import VerificationCore

@testable import Store

@Suite("Calls that are gathered into batches", .timeLimit(.minutes(10)))
struct GroupCommitTests {
    /// Runs batches of numbers, each only after `release`.
    private final class HeldBatches: Sendable {
        private struct State {
            var batches: [[[Int]]] = []
            var isHolding = true
            var held: [CheckedContinuation<Void, Never>] = []
        }

        let begun = CallCount()
        private let state = Mutex(State())

        var batches: [[[Int]]] { state.withLock { $0.batches } }

        func run(_ items: [[Int]]) async {
            state.withLock { $0.batches.append(items) }
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    if state.isHolding { state.held.append(continuation) }
                    return state.isHolding
                }
                if !isHeld { continuation.resume() }
                begun.add()
            }
        }

        func release() {
            let held = state.withLock { state in
                state.isHolding = false
                defer { state.held = [] }
                return state.held
            }
            for continuation in held { continuation.resume() }
        }
    }

    @Test("what comes while a batch runs goes together into the next, up to the size of a batch, and no item is split")
    func gathers() async throws {
        let store = HeldBatches()
        let calls = GroupCommit<[Int], Int>(batchesInFlight: 1, size: \.count) { items in
            await store.run(items)
            return items.map { .success($0.count) }
        }
        try await withThrowingTaskGroup { group in
            group.addTask {
                let count = try await calls.submit([0])
                #expect(count == 1)
            }
            await store.begun.reaches(1)
            for start in stride(from: 0, to: 640, by: 32) {
                group.addTask {
                    let count = try await calls.submit(Array(start..<start + 32))
                    #expect(count == 32)
                }
            }
            while calls.waitingCount < 20 { await Task.yield() }
            // Larger than a batch, and alone in one.
            group.addTask {
                let count = try await calls.submit(Array(0..<501))
                #expect(count == 501)
            }
            while calls.waitingCount < 21 { await Task.yield() }
            store.release()
            try await group.waitForAll()
        }
        #expect(store.batches.map { $0.map(\.count).reduce(0, +) } == [1, 480, 160, 501])
    }

    @Test(
        "when a batch tells of an outage, all who wait have the same answer at once, and a later call has a batch again"
    )
    func outage() async throws {
        let store = HeldBatches()
        let isAway = Mutex(true)
        let calls = GroupCommit<[Int], Int>(
            batchesInFlight: 1,
            outage: { results in
                if case .failure(.unavailable)? = results.first { return .unavailable }
                return nil
            },
            perform: { items in
                await store.run(items)
                return items.map { _ in isAway.withLock { $0 } ? .failure(.unavailable) : .success(1) }
            })
        try await withThrowingTaskGroup { group in
            group.addTask { await #expect(throws: StoreError.unavailable) { try await calls.submit([0]) } }
            await store.begun.reaches(1)
            for number in 1...3 {
                group.addTask { await #expect(throws: StoreError.unavailable) { try await calls.submit([number]) } }
            }
            while calls.waitingCount < 3 { await Task.yield() }
            store.release()
            try await group.waitForAll()
        }
        #expect(store.batches == [[[0]]])
        isAway.withLock { $0 = false }
        let count = try await calls.submit([4])
        #expect(count == 1)
    }
}
