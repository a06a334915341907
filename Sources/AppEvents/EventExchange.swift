import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization
import VerificationCore

/// Watches a call: the head of the answer decides, and of the body no more is read than keeps the connection usable.
final class EventExchange: HTTPClientResponseDelegate {
    private struct TooLong: Error {}

    private static let mostBodyBytes = 65_536

    private let state = Mutex((answer: EventAnswer?.none, bodyBytes: 0))
    private let now: @Sendable () -> Timestamp

    init(now: @escaping @Sendable () -> Timestamp) {
        self.now = now
    }

    /// Nil until the head of an answer has come.
    var answer: EventAnswer? { state.withLock { $0.answer } }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let wait = head.headers.first(name: "retry-after").flatMap { RetryAfter.wait($0, now: now()) }
        state.withLock { $0.answer = .answered(status: Int(head.status.code), retryAfter: wait) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
        let fits = state.withLock { state in
            state.bodyBytes += part.readableBytes
            return state.bodyBytes <= Self.mostBodyBytes
        }
        return fits ? task.eventLoop.makeSucceededVoidFuture() : task.eventLoop.makeFailedFuture(TooLong())
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {}
}
