import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Watches one call: whether it left, and what of the answer came back.
final class HTTPExchange: HTTPClientResponseDelegate {
    /// How far a call has come.
    enum Progress: Sendable {
        case notLeft
        case left
        case answered(HTTPReply)
    }

    /// No answer that matters is longer.
    private static let maxBodyBytes = 65_536

    private let state = Mutex(Progress.notLeft)

    /// What is known by now.
    var progress: Progress { state.withLock { $0 } }

    /// The body follows only after this, so a call that failed before it has certainly not been carried out.
    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLock { progress in
            if case .notLeft = progress { progress = .left }
        }
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let reply = HTTPReply(status: Int(head.status.code), retryAfter: head.headers.first(name: "retry-after"))
        state.withLock { $0 = .answered(reply) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { progress in
            guard case .answered(var reply) = progress, reply.body.count + part.readableBytes <= Self.maxBodyBytes
            else { return false }
            reply.body.append(contentsOf: part.readableBytesView)
            progress = .answered(reply)
            return true
        }
        return fits
            ? task.eventLoop.makeSucceededVoidFuture() : task.eventLoop.makeFailedFuture(BodyTooLong())
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {}

    private struct BodyTooLong: Error {}
}
