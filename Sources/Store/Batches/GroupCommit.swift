import Connections
import DequeModule
import Synchronization
import VerificationCore

/// Gathers concurrent calls into batches: a call that comes while batches run is in the next batch.
///
/// No call waits for others to come. A call that finds a free place starts a batch at once, so at low load a batch is
/// one call. Under load the batches grow with the time that a transaction takes. For example, 10,000 calls per second
/// in transactions of 20 ms, two at a time, make batches of 100.
final class GroupCommit<Item: Sendable, Outcome: Sendable>: Sendable {
    typealias Waiting = (item: Item, continuation: CheckedContinuation<Result<Outcome, StoreError>, Never>)

    private struct State {
        var waiting: Deque<Waiting> = []
        var running = 0
    }

    private let state = Mutex(State())
    private let batchesInFlight: Int
    private let largestBatch: Int
    private let size: (@Sendable (Item) -> Int)?
    private let outage: (@Sendable ([Result<Outcome, StoreError>]) -> StoreError?)?
    private let perform: @Sendable ([Item]) async -> [Result<Outcome, StoreError>]

    /// - Parameters:
    ///   - batchesInFlight: how many batches run at the same time.
    ///   - largestBatch: the most items in a batch, or the largest sum of their sizes.
    ///   - size: the size of an item, which may be larger than a batch; with nil each item has the size 1.
    ///   - outage: the problem that concerns every call, if a batch's results show one. All calls that wait get it at
    ///     once, because each of their batches would wait until its own deadline. With nil they get batches of their
    ///     own.
    ///   - perform: handles one batch; returns as many results as there are items, in their order.
    init(
        batchesInFlight: Int = 2, largestBatch: Int = 500, size: (@Sendable (Item) -> Int)? = nil,
        outage: (@Sendable ([Result<Outcome, StoreError>]) -> StoreError?)? = nil,
        perform: @escaping @Sendable ([Item]) async -> [Result<Outcome, StoreError>]
    ) {
        self.batchesInFlight = batchesInFlight
        self.largestBatch = largestBatch
        self.size = size
        self.outage = outage
        self.perform = perform
    }

    /// Handles a single item at a time, in the order in which the items come.
    convenience init(each perform: @escaping @Sendable (Item) async throws(StoreError) -> Outcome) {
        self.init(batchesInFlight: 1, largestBatch: 1) { batch in
            do throws(StoreError) {
                return [.success(try await perform(batch[0]))]
            } catch {
                return [.failure(error)]
            }
        }
    }

    /// How many calls wait for a batch.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    func submit(_ item: Item) async throws(StoreError) -> Outcome {
        let result = await withCheckedContinuation { continuation in
            let startsBatch = state.withLock { state in
                state.waiting.append((item, continuation))
                guard state.running < batchesInFlight else { return false }
                state.running += 1
                return true
            }
            if startsBatch { Task(executorPreference: NearExecutor.shared) { await self.runBatches() } }
        }
        return try result.get()
    }

    private func runBatches() async {
        while let batch = next() {
            let results = await perform(batch.map(\.item))
            for (waiting, result) in zip(batch, results) { waiting.continuation.resume(returning: result) }
            if let problem = outage?(results) { answerAll(.failure(problem)) }
        }
    }

    private func answerAll(_ answer: Result<Outcome, StoreError>) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for call in waiting { call.continuation.resume(returning: answer) }
    }

    /// Takes the calls that have waited longest; nil when no call waits, and then the place of this batch is free.
    private func next() -> [Waiting]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            let batch = Array(state.waiting.prefix(batchLength(of: state.waiting)))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    /// How many of the calls fit into a batch; at least one.
    private func batchLength(of waiting: Deque<Waiting>) -> Int {
        guard let size else { return largestBatch }
        var (sum, count) = (0, 0)
        for call in waiting {
            sum += size(call.item)
            if count > 0, sum > largestBatch { break }
            count += 1
        }
        return count
    }
}
