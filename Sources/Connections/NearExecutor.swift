import Dispatch
import Synchronization

/// Runs tasks on a thread that their sockets wake anyway, as long as that thread has room for them.
///
/// A task mostly waits for sockets, and what it does between two waits is short. On another thread, each of these steps
/// would wake a further thread, which takes longer than the step. A thread has no room when many steps wait for it.
/// Then the steps go to Dispatch's threads, which are awake under such load, and all cores are used.
package final class NearExecutor: TaskExecutor {
    /// How many steps may wait for the thread, with the running step.
    private static let room = 4
    /// For how long all steps go elsewhere once the thread had no room, so that under load it keeps to its sockets.
    private static let detour: UInt64 = 20_000_000
    private static let elsewhere = DispatchQueue.global()

    private let waiting = Atomic(0)
    /// By the clock of `DispatchTime`, in nanoseconds; 0 without a detour.
    private let endOfDetour = Atomic<UInt64>(0)
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// `perform`: makes the thread run a body, and returns without waiting for it.
    package init(perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.perform = perform
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if takePlace() {
            perform { [self] in
                job.runSynchronously(on: asUnownedTaskExecutor())
                waiting.subtract(1, ordering: .relaxed)
            }
        } else {
            Self.elsewhere.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    private func takePlace() -> Bool {
        let end = endOfDetour.load(ordering: .relaxed)
        if end > 0 {
            if DispatchTime.now().uptimeNanoseconds < end { return false }
            endOfDetour.store(0, ordering: .relaxed)
        }
        if waiting.add(1, ordering: .relaxed).oldValue < Self.room { return true }
        waiting.subtract(1, ordering: .relaxed)
        endOfDetour.store(DispatchTime.now().uptimeNanoseconds + Self.detour, ordering: .relaxed)
        return false
    }
}

extension NearExecutor {
    private static let known = Mutex<NearExecutor?>(nil)

    /// For tasks that wait for connections of `ConnectionLoop.shared`; nil while the process cannot have that loop.
    ///
    /// A task without an executor runs on Swift's own threads.
    package static var shared: NearExecutor? {
        known.withLock { known in
            if known == nil, let loop = ConnectionLoop.shared { known = NearExecutor { loop.async($0) } }
            return known
        }
    }
}
