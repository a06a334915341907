/// Runs actors on a thread of its own, which also waits for their sockets and timers.
///
/// A socket that becomes readable wakes this thread and no other. With a dispatch source it would wake Dispatch's
/// manager, then a thread of the queue.
///
/// Connections that never block share a loop. A connection whose library may block has a loop of its own. What the
/// loop calls for a socket or a timer may enter such an actor with `assumeIsolated`.
package final class ConnectionLoop: SerialExecutor {
    let thread: LoopThread

    /// Starts the thread, which ends with the last reference to this loop.
    ///
    /// Nil when the process has no descriptor or no thread left.
    ///
    /// - Parameter label: the name of the thread in debuggers, for example `amqp.consume`; 15 bytes are shown.
    package init?(label: String) {
        guard let thread = LoopThread(label: label) else { return nil }
        self.thread = thread
    }

    deinit { thread.stop() }

    /// Runs `body` on the loop's thread, after what is already waiting there.
    package func async(_ body: @escaping @Sendable () -> Void) {
        thread.run(.body(body))
    }

    /// Runs `body` on the loop's thread at `instant`, or up to a millisecond later when the thread is free.
    package func async(at instant: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
        thread.ring(thread.nextNumber(), noLaterThan: instant, body)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        thread.run(.job(UnownedJob(job), self))
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Lets `assumeIsolated` succeed in a callback of a socket or timer, where no Swift task is running.
    package func checkIsolated() {
        precondition(thread.isCurrent, "not on the thread of the loop")
    }
}
