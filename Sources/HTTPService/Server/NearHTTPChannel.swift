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
