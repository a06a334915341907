import Dispatch
import Glibc

/// Calls back when a socket can be read, and on demand when it can be written.
///
/// It watches a duplicate of the descriptor. libpq closes its own whenever it likes, and a descriptor may be closed only
/// after its dispatch source is gone; the duplicate is closed when the last source has let go of it.
final class SocketWatch {
    private let descriptor: DuplicateDescriptor
    private let queue: DispatchQueue
    private let reading: any DispatchSourceRead
    private var writing: (any DispatchSourceWrite)?

    /// Nil when the process has no descriptor left.
    init?(_ socket: Int32, on queue: DispatchQueue, whenReadable: @escaping @Sendable () -> Void) {
        guard let descriptor = DuplicateDescriptor(of: socket) else { return nil }
        self.descriptor = descriptor
        self.queue = queue
        reading = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
        reading.setEventHandler(handler: whenReadable)
        reading.setCancelHandler { withExtendedLifetime(descriptor) {} }
        reading.activate()
    }

    deinit {
        reading.cancel()
        writing?.cancel()
    }

    /// Calls back each time the socket can be written, until `stopWriting()`; called again it does nothing.
    func startWriting(_ whenWritable: @escaping @Sendable () -> Void) {
        guard writing == nil else { return }
        let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
        source.setEventHandler(handler: whenWritable)
        source.setCancelHandler { [descriptor] in withExtendedLifetime(descriptor) {} }
        source.activate()
        writing = source
    }

    func stopWriting() {
        writing?.cancel()
        writing = nil
    }
}

extension SocketWatch {
    enum Readiness {
        case readable, writable
    }

    /// Waits once; false when `deadline` passed first or no descriptor was left.
    static func wait(
        for readiness: Readiness, of socket: Int32, on queue: DispatchQueue, until deadline: ContinuousClock.Instant
    ) async -> Bool {
        guard let descriptor = DuplicateDescriptor(of: socket) else { return false }
        let source: any DispatchSourceProtocol =
            switch readiness {
            case .readable: DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
            case .writable: DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
            }
        source.setCancelHandler { withExtendedLifetime(descriptor) {} }
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

/// A second descriptor of the same socket, closed at the end.
private final class DuplicateDescriptor: Sendable {
    let number: Int32

    init?(of socket: Int32) {
        number = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        if number < 0 { return nil }
    }

    deinit { close(number) }
}

extension DispatchTime {
    /// The same moment on Dispatch's clock; now, if it has passed.
    static func at(_ instant: ContinuousClock.Instant) -> DispatchTime {
        let left = max(.zero, instant - .now).components
        let nanoseconds = min(left.seconds, 1 << 32) * 1_000_000_000 + left.attoseconds / 1_000_000_000
        return .now() + .nanoseconds(Int(nanoseconds))
    }
}
