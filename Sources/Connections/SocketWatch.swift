import Glibc

/// Calls back when a socket can be read, and on demand when it can be written.
///
/// The kernel must forget a socket before its descriptor is closed. So the watch keeps the socket until then.
package final class SocketWatch: Sendable {
    private let socket: SharedSocket
    private let thread: LoopThread
    private let number: UInt64

    /// Calls `whenReadable` on the loop's thread while the socket can be read, until the watch is dropped.
    ///
    /// A callback that leaves the socket as it is will be called again at once. Nil when the kernel refuses.
    package init?(_ socket: SharedSocket, on loop: ConnectionLoop, whenReadable: @escaping @Sendable () -> Void) {
        self.socket = socket
        thread = loop.thread
        number = thread.nextNumber()
        guard thread.watch(socket, for: .init(), as: .init(whenReadable: whenReadable), number: number) else {
            return nil
        }
    }

    deinit { thread.unwatch(number, of: socket) }

    /// Calls back while the socket can be written, until `stopWriting()`.
    package func startWriting(_ whenWritable: @escaping @Sendable () -> Void) {
        thread.change(number, of: socket, whenWritable: whenWritable)
    }

    /// Ends what `startWriting` began.
    package func stopWriting() {
        thread.change(number, of: socket, whenWritable: nil)
    }
}

extension SocketWatch {
    /// Which readiness of a socket a task waits for.
    package enum Readiness {
        case readable, writable
    }

    /// Waits once; false when `deadline` passed first, or when the socket cannot be watched.
    ///
    /// Cancelling the task does not end the wait.
    package static func wait(
        for readiness: Readiness, of descriptor: Int32, on loop: ConnectionLoop,
        until deadline: ContinuousClock.Instant
    ) async -> Bool {
        guard let socket = SharedSocket(duplicating: descriptor) else { return false }
        let thread = loop.thread
        let (watch, timer) = (thread.nextNumber(), thread.nextNumber())
        let isReady = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            let answer = FirstAnswer(continuation)
            let interest = Epoll.Interest(
                readable: readiness == .readable, writable: readiness == .writable, once: true)
            let yes = LoopThread.Watched(whenReadable: { answer.give(true) }, whenWritable: { answer.give(true) })
            guard thread.watch(socket, for: interest, as: yes, number: watch) else { return answer.give(false) }
            thread.ring(timer, noLaterThan: deadline) { answer.give(false) }
        }
        thread.cancel(timer)
        thread.unwatch(watch, of: socket)
        return isReady
    }
}

/// A second descriptor for the socket of a C library's connection, closed when its last user is gone.
///
/// The library may close its own descriptor at any time, and the system may then give that number to another socket.
/// This descriptor keeps its number until it is closed here. So a watch or a cut never reaches another socket.
package final class SharedSocket: Sendable {
    package let descriptor: Int32

    /// Nil when the process has no descriptor left, or `original` is not open.
    package init?(duplicating original: Int32) {
        descriptor = fcntl(original, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Shuts the socket down in both directions at once, also for the library's own descriptor.
    package func cut() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
