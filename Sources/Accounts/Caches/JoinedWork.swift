import Synchronization

/// Work that several callers want at once, and that is done a single time for all of them.
///
/// The work goes on when a caller is cancelled, for others may wait for it.
final class JoinedWork<Value: Sendable>: Sendable {
    private let running = Mutex<Task<Value, Never>?>(nil)

    /// The same for a caller that can go on without the work's end, for example with what it knew before.
    func run(waitingAtMost patience: Duration, _ work: @escaping @Sendable () async -> Value) async {
        let (ends, end) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        Task {
            _ = await run(work)
            end.yield()
        }
        let timer = Task {
            // Cancelled: the work ended in time.
            try? await Task.sleep(for: patience)
            end.yield()
        }
        for await _ in ends { break }
        timer.cancel()
    }

    /// Begins the work, or waits for the work that another caller has begun.
    func run(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = running.withLock { running in
            if let running { return running }
            let task = Task {
                let value = await work()
                self.running.withLock { $0 = nil }
                return value
            }
            running = task
            return task
        }
        return await task.value
    }
}
