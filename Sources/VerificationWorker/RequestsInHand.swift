import Synchronization

/// The requests that a worker has taken and not let go of, by the batch in which they came.
///
/// A request costs one atomic count, a batch one lock.
final class RequestsInHand: Sendable {
    final class Batch: Sendable {
        let takenAt: ContinuousClock.Instant
        private let left: Atomic<Int>

        init(takenAt: ContinuousClock.Instant, count: Int) {
            self.takenAt = takenAt
            left = Atomic(count)
        }

        var count: Int { left.load(ordering: .relaxed) }

        /// One of its requests has left.
        func letGo() { left.subtract(1, ordering: .relaxed) }
    }

    private struct State {
        /// In the order of arrival; some may be empty.
        var batches: [Batch] = []
        /// Beyond so many the empty ones are forgotten.
        var limit = 64
    }

    private let state = Mutex(State())

    func take(_ count: Int, at now: ContinuousClock.Instant = .now) -> Batch {
        let batch = Batch(takenAt: now, count: count)
        state.withLock { state in
            if state.batches.count >= state.limit {
                state.batches.removeAll { $0.count == 0 }
                state.limit = max(64, state.batches.count * 2)
            }
            state.batches.append(batch)
        }
        return batch
    }

    var count: Int { state.withLock { $0.batches.reduce(0) { $0 + $1.count } } }

    /// When the oldest request that is still here was taken; nil without any.
    var oldest: ContinuousClock.Instant? { state.withLock { $0.batches.first { $0.count > 0 }?.takenAt } }
}
