import Dispatch

/// Runs an actor on a dispatch queue of its own, so that a blocking C call never blocks Swift's cooperative threads.
///
/// It has a thread only while it has something to do. So it is for an actor that is seldom asked; a connection that
/// always listens has a `ConnectionLoop`.
package final class ConnectionExecutor: SerialExecutor {
    private let queue: DispatchQueue

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
}
