import AsyncHTTPClient
import Connections
import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Makes calls to a single server, each once: it follows no redirect and makes no second try.
///
/// This is our own, and not AsyncHTTPClient, for two reasons. It needs about a third of the processor time. And it
/// knows whether all of a request left, which AsyncHTTPClient reports for the head only.
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

/// How an HTTP call ended, and whether it left.
///
/// The worker may repeat a call that never left. Reasons are stable identifiers.
enum HTTPCallEnd: Sendable {
    /// The head of an answer came; its body may be incomplete.
    case answered(HTTPReply)
    /// The call left, and no answer came. The receiver may or may not have carried it out.
    case unanswered(reason: String)
    /// The call failed before its body left, so the receiver has certainly not carried it out.
    case neverLeft(reason: String)
}

extension HTTPCallEnd {
    /// How far a call has come.
    enum Progress: Sendable {
        case notLeft
        case left
        case answered(HTTPReply)
    }

    /// `progress`: how far the call had come; `failure`: what ended it, or nil when nothing failed.
    init(_ progress: Progress, failure: (any Error)?) {
        self =
            switch progress {
            case .answered(let reply): .answered(reply)
            case .left: .unanswered(reason: Self.lossReason(failure))
            case .notLeft: .neverLeft(reason: Self.connectReason(failure))
            }
    }

    /// Why a call that left has no answer.
    private static func lossReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case HTTPCallError.deadlineExceeded?: "timeout"
        default: "connection-lost"
        }
    }

    /// Why a call never left.
    private static func connectReason(_ failure: (any Error)?) -> String {
        switch failure {
        case is CancellationError: "cancelled"
        case let error as NIOConnectionError where !error.connectionErrors.isEmpty:
            connectReason(error.connectionErrors.first?.error)
        case let error as NIOConnectionError where error.dnsAError is HTTPCallError: connectReason(error.dnsAError)
        case HTTPCallError.addressRefused?: "address-refused"
        case HTTPCallError.deadlineExceeded?: "no-connection-in-time"
        case HTTPCallError.proxyTimeout?: "proxy-timeout"
        case HTTPCallError.proxyClosed?: "proxy-closed"
        case HTTPCallError.proxyRefused(let status)?: "proxy-status-\(status)"
        case HTTPCallError.notAProxy?: "not-a-proxy"
        case ChannelError.connectTimeout?, HTTPCallError.lookupTimeout?: "connect-timeout"
        case HTTPCallError.handshakeTimeout?: "tls-failed"
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: "tls-failed"
        case let error as IOError where error.errnoCode == ECONNREFUSED: "connection-refused"
        default: "not-connected"
        }
    }
}

/// Why this side ended a call or a connection.
enum HTTPCallError: Error {
    case deadlineExceeded
    case handshakeTimeout
    case lookupTimeout
    /// The server's name leads to addresses, and this process may call none of them.
    case addressRefused
    case shutDown
    /// A proxy did not answer `CONNECT` in time.
    case proxyTimeout
    /// A proxy ended the connection instead of answering `CONNECT`.
    case proxyClosed
    /// A proxy refused `CONNECT`.
    case proxyRefused(status: Int)
    /// What answered `CONNECT` does not speak HTTP/1.
    case notAProxy
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
        guard case .answered(let reply) = await answer(at: url, by: way), reply.status == 200 else { return nil }
        return reply.body
    }

    /// The same call with its end, whatever the status; nil for a URL that cannot be called.
    func answer(at url: String, by way: HTTPWay, within limit: Duration = .seconds(5)) async -> HTTPCallEnd? {
        // What is wrong with a URL would repeat it.
        guard let place = try? HTTPEndpoint(url: url, contentType: nil, accepts: "*/*", allowsPlaintext: true)
        else { return nil }
        // A page is needed seldom, so its connection is not kept.
        let line = HTTPLine(to: place.place, connections: 1, way: way)
        let end = await line.call(place.page, within: limit)
        await line.shutDown()
        return end
    }
}
