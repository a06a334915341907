import DequeModule
import Synchronization
import VerificationCore

/// The messages with receipts that wait for the store, in the order of arrival.
///
/// While a transaction is under way, further messages gather here, and the next transaction takes them together.
/// Messages that have met a lock wait apart, each until its pause is over.
final class ReceiptsInHand: Sendable {
    private struct State {
        var waiting: Deque<TakenReceipts> = []
        var held: [(taken: TakenReceipts, until: ContinuousClock.Instant)] = []
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
        state.withLock { $0.waiting.popBatch(atMost: limit) }
    }

    /// Keeps a message apart until the moment; it goes on counting.
    func hold(_ taken: TakenReceipts, until moment: ContinuousClock.Instant) {
        state.withLock { $0.held.append((taken, moment)) }
    }

    /// The messages apart whose pause is over, in batches as of `next`; nil for `moment` means all of them.
    func free(at moment: ContinuousClock.Instant?, atMost limit: Int) -> [[TakenReceipts]] {
        var due = state.withLock { state -> Deque<TakenReceipts> in
            let isDue = { (until: ContinuousClock.Instant) in moment.map { until <= $0 } ?? true }
            defer { state.held.removeAll { isDue($0.until) } }
            return Deque(state.held.filter { isDue($0.until) }.map(\.taken))
        }
        var batches: [[TakenReceipts]] = []
        while let batch = due.popBatch(atMost: limit) { batches.append(batch) }
        return batches
    }

    /// So many receipts are saved, or have left the worker unsaved.
    func letGo(_ count: Int) {
        state.withLock { $0.count -= count }
    }

    /// No more messages come; what waits is still handed out.
    func finish() { arrival.finish() }
}

extension Deque<TakenReceipts> {
    /// Takes the first messages off, with at most `limit` receipts in all unless the first alone has more.
    fileprivate mutating func popBatch(atMost limit: Int) -> [TakenReceipts]? {
        guard let first = popFirst() else { return nil }
        var (batch, size) = ([first], first.receipts.count)
        while let next = self.first, size + next.receipts.count <= limit {
            batch.append(removeFirst())
            size += next.receipts.count
        }
        return batch
    }
}

/// A message with receipts that the worker has taken, and those of its receipts that are not saved.
struct TakenReceipts: Sendable {
    let delivery: JobDelivery
    var receipts: [GatewayReceipt]
    /// What of it this program cannot read, and puts aside when it has saved the receipts.
    let unreadable: ReceiptCodec.Rest?
    /// How often the message has met a lock.
    var locks = 0

    init(delivery: JobDelivery, _ content: ReceiptCodec.Content) {
        self.delivery = delivery
        receipts = content.receipts
        unreadable = content.rest
    }
}
