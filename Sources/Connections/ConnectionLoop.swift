import Synchronization

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

extension ConnectionLoop {
    private static let known = Mutex<ConnectionLoop?>(nil)

    /// The loop for everything in this process that never blocks its thread: made at the first call, and never ended.
    ///
    /// Nil when the process had no descriptor or no thread left for it; the next call tries again.
    package static var shared: ConnectionLoop? {
        known.withLock { known in
            if known == nil { known = ConnectionLoop(label: "connections") }
            return known
        }
    }
}

/// A timer for many deadlines, for example those of the calls over a connection.
///
/// Most calls end long before their deadline, and the next call has a later deadline. So a call does not set the timer
/// again if it rings before the call's deadline. When the timer rings, its owner looks at the present deadline and sets
/// it again. So most calls cost no timer operation.
package final class LoopTimer: Sendable {
    private let thread: LoopThread
    private let number: UInt64
    private let whenRinging: @Sendable () -> Void

    /// A timer that is not set; it calls `whenRinging` on the loop's thread.
    package init(on loop: ConnectionLoop, whenRinging: @escaping @Sendable () -> Void) {
        thread = loop.thread
        number = thread.nextNumber()
        self.whenRinging = whenRinging
    }

    deinit { thread.cancel(number) }

    /// Makes sure that the timer rings at `instant` or before; when it has rung, it is no longer set.
    package func ring(noLaterThan instant: ContinuousClock.Instant) {
        thread.ring(number, noLaterThan: instant, whenRinging)
    }
}

extension ConnectionLoop {
    /// Waits on the shared loop, which wakes no thread but its own; without that loop as `Task.sleep` does.
    ///
    /// For what a process does at set times. Dispatch's timers would wake two threads each time.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package static func sleep(for duration: Duration) async throws {
        guard let loop = shared else { return try await Task.sleep(for: duration) }
        try await loop.sleep(until: .now + duration)
    }

    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(until end: ContinuousClock.Instant) async throws {
        let (sleep, timer) = (CancellableSleep(), thread.nextNumber())
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                sleep.begin(continuation)
                thread.ring(timer, noLaterThan: end) { sleep.end() }
            }
        } onCancel: {
            thread.cancel(timer)
            sleep.end()
        }
        try Task.checkCancellation()
    }
}

/// A wait that may end before it has begun: then the task was cancelled.
private final class CancellableSleep: Sendable {
    private enum Phase {
        case new
        case asleep(CheckedContinuation<Void, Never>)
        case over
    }

    private let phase = Mutex(Phase.new)

    func begin(_ continuation: CheckedContinuation<Void, Never>) {
        let isOver = phase.withLock { phase in
            if case .over = phase { return true }
            phase = .asleep(continuation)
            return false
        }
        if isOver { continuation.resume() }
    }

    func end() {
        let before = phase.withLock { phase in
            defer { phase = .over }
            return phase
        }
        if case .asleep(let continuation) = before { continuation.resume() }
    }
}
