import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Watches a call: notes whether it left, and collects the answer.
final class HTTPExchange: HTTPClientResponseDelegate {
    /// How far a call has come.
    enum Progress: Sendable {
        case notLeft
        case left
        case answered(HTTPReply)
    }

    /// A longer body fails the call; an answer that was accepted stays accepted.
    private static let maxBodyBytes = 65_536

    private let state = Mutex(Progress.notLeft)

    var progress: Progress { state.withLock { $0 } }

    /// Notes that the call has left.
    ///
    /// AsyncHTTPClient sends the body only after this. So the receiver has certainly not carried out a call that failed
    /// earlier.
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
