import Dispatch

/// Runs an actor on a dispatch queue of its own, so that a blocking C call never blocks Swift's cooperative threads.
///
/// Handlers of dispatch sources made for `queue` may enter the actor with `assumeIsolated`: they run on the actor's
/// queue.
package final class ConnectionExecutor: SerialExecutor {
    package let queue: DispatchQueue

    /// - Parameter label: the name of the queue in debuggers, for example `amqp.consume`.
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
