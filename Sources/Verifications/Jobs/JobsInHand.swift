import Synchronization

/// The jobs that a worker has taken and not finished, by the batch in which they came.
///
/// A job costs one atomic count, a batch one lock.
final class JobsInHand: Sendable {
    final class JobBatch: Sendable {
        let takenAt: ContinuousClock.Instant
        private let left: Atomic<Int>

        init(takenAt: ContinuousClock.Instant, count: Int) {
            self.takenAt = takenAt
            left = Atomic(count)
        }

        var count: Int { left.load(ordering: .relaxed) }

        /// Notes that a job of the batch has left the worker.
        func letGo() { left.subtract(1, ordering: .relaxed) }
    }

    private struct State {
        /// In the order of arrival; a batch may be empty.
        var batches: [JobBatch] = []
        /// With this many batches, `take` removes the empty batches.
        var limit = 64
    }

    private let state = Mutex(State())

    func take(_ count: Int, at now: ContinuousClock.Instant = .now) -> JobBatch {
        let batch = JobBatch(takenAt: now, count: count)
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

    /// When the worker took the oldest job that it still has; nil when it has no job.
    var oldest: ContinuousClock.Instant? { state.withLock { $0.batches.first { $0.count > 0 }?.takenAt } }
}
