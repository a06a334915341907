import Dispatch

/// Runs an actor on a dispatch queue of its own, so that a C call that blocks costs one thread and never one of
/// Swift's cooperative threads.
///
/// Dispatch sources made for `queue` may enter the actor with `assumeIsolated`: their handlers already run where the
/// actor's code runs.
package final class ConnectionExecutor: SerialExecutor {
    package let queue: DispatchQueue

    /// - Parameter label: shows up in debuggers and thread lists, for example `amqp.consume`.
    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Lets `assumeIsolated` succeed inside a dispatch source's handler, where no Swift task is running.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
