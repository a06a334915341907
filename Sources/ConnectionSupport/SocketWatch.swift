import Dispatch

/// Calls back when a socket can be read, and on demand when it can be written.
///
/// A descriptor may be closed only after Dispatch has cancelled its source. So each source keeps the socket until then.
package final class SocketWatch {
    private let socket: SharedSocket
    private let queue: DispatchQueue
    private let reading: any DispatchSourceRead
    private var writing: (any DispatchSourceWrite)?

    /// Calls `whenReadable` on `queue` each time the socket can be read, until the watch is dropped.
    package init(_ socket: SharedSocket, on queue: DispatchQueue, whenReadable: @escaping @Sendable () -> Void) {
        self.socket = socket
        self.queue = queue
        reading = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
        reading.setEventHandler(handler: whenReadable)
        reading.setCancelHandler { withExtendedLifetime(socket) {} }
        reading.activate()
    }

    deinit {
        reading.cancel()
        writing?.cancel()
    }

    /// Calls back each time the socket can be written, until `stopWriting()`; a second call before that does nothing.
    package func startWriting(_ whenWritable: @escaping @Sendable () -> Void) {
        guard writing == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler(handler: whenWritable)
        source.setCancelHandler { [socket] in withExtendedLifetime(socket) {} }
        source.activate()
        writing = source
    }

    /// Ends what `startWriting` began; does nothing when nothing was begun.
    package func stopWriting() {
        writing?.cancel()
        writing = nil
    }
}

extension SocketWatch {
    /// Which readiness of a socket a task waits for.
    package enum Readiness {
        case readable, writable
    }

    /// Waits once; false when `deadline` passed first or the process had no descriptor left.
    ///
    /// Cancelling the task does not end the wait.
    package static func wait(
        for readiness: Readiness, of descriptor: Int32, on queue: DispatchQueue, until deadline: ContinuousClock.Instant
    ) async -> Bool {
        guard let socket = SharedSocket(duplicating: descriptor) else { return false }
        let source: any DispatchSourceProtocol =
            switch readiness {
            case .readable: DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
            case .writable: DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
            }
        source.setCancelHandler { withExtendedLifetime(socket) {} }
        let isReady = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            let answer = FirstAnswer(continuation)
            source.setEventHandler { answer.give(true) }
            queue.asyncAfter(deadline: .at(deadline)) { answer.give(false) }
            source.activate()
        }
        source.cancel()
        return isReady
    }
}
