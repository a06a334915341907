import Connections
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

/// Answers the calls of an HTTP/1.1 connection on the event loop that reads and writes it, while the loop has room.
struct NearHTTPChannel: ServerChildChannel {
    private let http: HTTP1Channel
    private let executors = LoopExecutors()

    init(_ http: HTTP1Channel) { self.http = http }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        http.setup(channel: channel, logger: logger).map(AcceptedConnection.init)
    }

    func handle(value: AcceptedConnection, logger: Logger) async {
        await withTaskExecutorPreference(executors.executor(of: value.channel.eventLoop)) {
            await http.handle(value: value.take(), logger: logger)
        }
    }
}

/// One executor for each event loop, because the executor counts what waits for the loop.
private final class LoopExecutors: Sendable {
    private let known = Mutex<[ObjectIdentifier: NearExecutor]>([:])

    func executor(of loop: any EventLoop) -> NearExecutor {
        known.withLock { known in
            if let executor = known[ObjectIdentifier(loop)] { return executor }
            let executor = NearExecutor { loop.execute($0) }
            known[ObjectIdentifier(loop)] = executor
            return executor
        }
    }
}

/// A connection on its way from the listening socket to the task that answers its calls.
///
/// A server that stops drops the connections that wait for their task. NIO ends the whole process when such a channel
/// is dropped before a task has taken its inbound and outbound sides. So this value closes the connection at its end.
final class AcceptedConnection: ServerChildChannelValue {
    private let http: HTTP1Channel.Value
    private let isTaken = Atomic(false)

    init(_ http: HTTP1Channel.Value) { self.http = http }

    deinit {
        guard !isTaken.load(ordering: .relaxed) else { return }
        // Where the channel has failed already, there is nothing left to close.
        Task { [http] in try? await http.executeThenClose { _, _ in } }
    }

    var channel: any Channel { http.channel }

    /// The connection, for the caller to answer and to close.
    func take() -> HTTP1Channel.Value {
        isTaken.store(true, ordering: .relaxed)
        return http
    }
}
