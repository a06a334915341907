import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A body that may be larger than the surface reads; it remembers whether a call has read it to its end.
///
/// When a call leaves a part of a body unread, Hummingbird reads the rest before it takes the next request. It does so
/// for as long as the caller sends. Therefore this server ends the connection when a large body was left unread. The
/// rest of a small body it leaves to Hummingbird.
final class LargeBody: Sendable {
    private let read = Atomic(false)

    /// Nil when the body is small: its announced length is within the limits, and it has no transfer encoding.
    init?(of request: Request, _ limits: BodyLimits) {
        let isLarge = request.headers.announcedLength.map { $0 > limits.bytes } ?? false
        guard isLarge || request.headers.contains(.transferEncoding) else { return nil }
    }

    var wasRead: Bool { read.load(ordering: .relaxed) }

    func markRead() { read.store(true, ordering: .relaxed) }
}

extension Response {
    /// The same answer, after which the connection ends.
    ///
    /// After the answer the server closes its own side at once, and the caller's side 2 s later. In these 2 s a caller
    /// can read the answer, even if it still sends. If the server closed both sides at once, the caller's system would
    /// discard the answer.
    func asLast(of channel: any Channel) -> Response {
        let body = body
        var headers = headers
        headers[.connection] = "close"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(contentLength: body.contentLength) { writer in
                try await body.write(writer)
                channel.close(mode: .output, promise: nil)
                channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
            })
    }
}

extension HTTPFields {
    var announcedLength: Int? { text(of: .contentLength).flatMap { Int($0) } }
}
