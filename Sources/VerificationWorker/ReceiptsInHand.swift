import DequeModule
import Synchronization

/// The messages with receipts that wait for the store, in the order of arrival.
///
/// While a transaction is under way, further messages gather here, and the next transaction takes them together.
final class ReceiptsInHand: Sendable {
    private struct State {
        var waiting: Deque<TakenReceipts> = []
        var count = 0
    }

    /// One element for all messages that have arrived since the last element; ends after `finish`.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// How many receipts are here, or on their way to the store.
    var count: Int { state.withLock { $0.count } }

    func add(_ taken: TakenReceipts) {
        state.withLock { state in
            state.waiting.append(taken)
            state.count += taken.receipts.count
        }
        arrival.yield()
    }

    /// The oldest messages, with at most `limit` receipts in all unless the first alone has more; nil when none waits.
    ///
    /// They count until `letGo`.
    func next(atMost limit: Int) -> [TakenReceipts]? {
        state.withLock { state in
            guard let first = state.waiting.popFirst() else { return nil }
            var (batch, size) = ([first], first.receipts.count)
            while let next = state.waiting.first, size + next.receipts.count <= limit {
                state.waiting.removeFirst()
                batch.append(next)
                size += next.receipts.count
            }
            return batch
        }
    }

    func letGo(of batch: [TakenReceipts]) {
        state.withLock { $0.count -= batch.reduce(0) { $0 + $1.receipts.count } }
    }

    /// No more messages come; what waits is still handed out.
    func finish() { arrival.finish() }
}
