import AsyncHTTPClient
import NIOCore

extension HTTPClient {
    /// Makes a call once: the client follows no redirect and makes no second try.
    ///
    /// The deadline ends the call, and so does a cancelled task. If the call has left by then and no answer has begun,
    /// its end is `unanswered`.
    func call(_ request: Request, within limit: Duration) async -> HTTPCallEnd {
        // `Task` alone would mean `HTTPClient.Task`.
        if _Concurrency.Task.isCancelled { return .neverLeft(reason: "cancelled") }
        let exchange = HTTPExchange()
        let call = execute(
            request: request, delegate: exchange, eventLoop: .indifferent, deadline: .now() + TimeAmount(limit))
        let failure = await withTaskCancellationHandler {
            await call.futureResult.failure()
        } onCancel: {
            call.fail(reason: CancellationError())
        }
        return HTTPCallEnd(exchange.progress, failure: failure)
    }

    /// A client that never tries again: only the worker decides about a second try.
    ///
    /// All calls run on a single event loop, which takes half the processor time of two loops.
    ///
    /// With two loops, a request can be on one loop and its connection on the other. Then an answer can come before the
    /// request has left, and the connection can end right after it. AsyncHTTPClient 1.37 learns of these two events in
    /// the wrong order, and stops the process.
    static func forCalls(connections: Int) -> HTTPClient {
        HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(),
            configuration: configuration(connections: connections))
    }

    /// A request whose connection fails has failed at once; the client does not connect again for it.
    ///
    /// Servers usually close an idle connection after 5 s or more. A request that leaves at that moment may be lost or
    /// carried out. So this client closes an idle connection after 4 s.
    ///
    /// With HTTP/1.1, a connection carries a single message at a time. So a lost connection leaves a single message
    /// unknown, not all messages under way as with HTTP/2.
    private static func configuration(connections: Int) -> Configuration {
        var pool = Configuration.ConnectionPool(
            idleTimeout: .seconds(4), concurrentHTTP1ConnectionsPerHostSoftLimit: connections)
        pool.retryConnectionEstablishment = false
        var configuration = Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5)), connectionPool: pool,
            decompression: .disabled)
        configuration.httpVersion = .http1Only
        return configuration
    }
}

extension EventLoopFuture<Void> {
    /// Waits for the future; nil when it succeeds.
    fileprivate func failure() async -> (any Error)? {
        do {
            try await get()
            return nil
        } catch {
            return error
        }
    }
}
