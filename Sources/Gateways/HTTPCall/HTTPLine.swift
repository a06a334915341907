import AsyncHTTPClient
import Connections
import NIOCore
import NIOPosix
import Synchronization

/// Makes calls to a single server, each once: it follows no redirect and makes no second try.
///
/// This is our own, and not AsyncHTTPClient, for two reasons. It needs about a third of the processor time. And it knows
/// whether all of a request left, which AsyncHTTPClient tells of the head only.
final class HTTPLine: Sendable {
    private let eventLoop: any EventLoop
    private let server: HTTPServer
    private let pool: NIOLoopBoundBox<HTTPConnectionPool>
    private let lastTicket = Atomic<UInt64>(0)

    /// The first call opens the first connection; all calls run on a single event loop.
    ///
    /// With HTTP/1.1, a connection carries a single message at a time. So a lost connection leaves a single message
    /// unknown, not all messages under way as with HTTP/2.
    ///
    /// - Parameters:
    ///   - url: Its scheme, host and port say where to connect to.
    ///   - connections: How many calls may be under way at once; more calls wait in line.
    ///   - way: How connections get there; lines of different ways share no connection.
    convenience init(to url: HTTPClient.Request, connections: Int, way: HTTPWay = HTTPWay()) {
        self.init(to: HTTPServer(of: url, way: way), connections: connections)
    }

    init(to server: HTTPServer, connections: Int) {
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        self.eventLoop = eventLoop
        self.server = server
        pool = .makeBoxSendingValue(
            HTTPConnectionPool(server, places: connections, eventLoop: eventLoop),
            eventLoop: eventLoop)
    }

    /// Makes a call.
    ///
    /// The deadline ends the call, and so does a cancelled task. If the call has left by then and no answer has begun,
    /// its end is `unanswered`.
    func call(_ request: HTTPRequest, within limit: Duration) async -> HTTPCallEnd {
        if Task.isCancelled { return HTTPCallEnd(.notLeft, failure: CancellationError()) }
        let ticket = lastTicket.wrappingAdd(1, ordering: .relaxed).newValue
        let deadline = NIODeadline.now() + TimeAmount(limit)
        let request = server.addressed(request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let call = HTTPCall(ticket: ticket, request: request, deadline: deadline, caller: caller)
                visitPool { $0.take(call) }
                // A cancellation before this line may have overtaken the call.
                if Task.isCancelled { visitPool { $0.abandon(ticket) } }
            }
        } onCancel: {
            visitPool { $0.abandon(ticket) }
        }
    }

    /// Ends all calls and closes all connections; later calls never leave.
    func shutDown() async {
        // The only error would be an event loop that has ended, and this event loop lives as long as the process.
        try? await eventLoop.submit { [pool] in pool.value.shutDown() }.get()
    }

    deinit {
        eventLoop.execute { [pool] in pool.value.shutDown() }
    }

    private func visitPool(_ errand: @escaping @Sendable (HTTPConnectionPool) -> Void) {
        eventLoop.execute { [pool] in errand(pool.value) }
    }
}

/// Gets pages that a receipt names, for example the certificate of its signature.
package struct PageGetter: Sendable {
    package init() {}

    /// The body of a 200, of at most 64 KiB; nil for every other end.
    ///
    /// It follows no redirect, and takes no longer than 5 seconds.
    ///
    /// `way`: how the call gets there.
    package func page(at url: String, by way: HTTPWay = HTTPWay()) async -> [UInt8]? {
        // What is wrong with a URL would repeat it.
        guard let place = try? HTTPEndpoint(url: url, contentType: nil, accepts: "*/*", allowsPlaintext: true)
        else { return nil }
        // A page is needed seldom, so its connection is not kept.
        let line = HTTPLine(to: place.place, connections: 1, way: way)
        let end = await line.call(place.page, within: .seconds(5))
        await line.shutDown()
        guard case .answered(let reply) = end, reply.status == 200 else { return nil }
        return reply.body
    }
}
