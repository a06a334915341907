import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Watches one call: whether it left, and what of the answer came back.
final class HTTPExchange: HTTPClientResponseDelegate {
    /// No answer that matters is longer.
    private static let maxBodyBytes = 65_536

    private let state = Mutex(HTTPReply())

    /// What is known by now.
    var reply: HTTPReply { state.withLock { $0 } }

    /// The body follows only after this, so a call that failed before it has certainly not been carried out.
    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLock { $0.hasLeft = true }
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        state.withLock {
            $0.status = Int(head.status.code)
            $0.retryAfter = head.headers.first(name: "retry-after")
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { reply in
            guard reply.body.count + part.readableBytes <= Self.maxBodyBytes else { return false }
            reply.body.append(contentsOf: part.readableBytesView)
            return true
        }
        return fits
            ? task.eventLoop.makeSucceededVoidFuture() : task.eventLoop.makeFailedFuture(BodyTooLong())
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {}

    private struct BodyTooLong: Error {}
}
