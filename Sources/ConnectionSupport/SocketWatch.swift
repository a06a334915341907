import Dispatch

/// Calls back when a socket can be read, and on demand when it can be written.
///
/// A descriptor may be closed only after its dispatch source is gone. So each source keeps the socket until it has ended.
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

    /// Calls back each time the socket can be written, until `stopWriting()`; called again it does nothing.
    package func startWriting(_ whenWritable: @escaping @Sendable () -> Void) {
        guard writing == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: socket.descriptor, queue: queue)
        source.setEventHandler(handler: whenWritable)
        source.setCancelHandler { [socket] in withExtendedLifetime(socket) {} }
        source.activate()
        writing = source
    }

    /// Ends what `startWriting` began; without it nothing happens.
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

    /// Waits once; false when `deadline` passed first or no descriptor was left.
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
