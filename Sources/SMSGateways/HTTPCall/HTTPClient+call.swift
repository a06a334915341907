import AsyncHTTPClient
import NIOCore

extension HTTPClient {
    /// Makes one call, once: neither a redirect nor a second try follows.
    ///
    /// A cancelled task ends the call, as the deadline does; what has left by then stays `unanswered`.
    func call(_ request: Request, within limit: Duration) async -> HTTPCallEnd {
        // `Task` alone would be the client's own.
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

    /// A client that leaves every decision about a second try to the worker.
    ///
    /// All calls happen on one event loop, which takes half the processor time of two.
    ///
    /// Where a request and its connection are on two loops, an answer can come before the request has left, and the end
    /// of the connection right after it. AsyncHTTPClient 1.37 hears of the two in the wrong order then, and stops the
    /// process.
    static func forCalls(connections: Int) -> HTTPClient {
        HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup.any(),
            configuration: configuration(connections: connections))
    }

    /// A failed connection fails its request at once.
    ///
    /// Servers usually close an idle connection after 5 s or more, and the fate of a request that crosses with such an
    /// end is unknown. So this client closes an idle connection after 4 s.
    ///
    /// HTTP/1.1 only: one connection carries one message at a time, so a lost connection leaves one message unknown and
    /// not all that were under way.
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
    /// Waits for the end; nil when it was a good end.
    fileprivate func failure() async -> (any Error)? {
        do {
            try await get()
            return nil
        } catch {
            return error
        }
    }
}
