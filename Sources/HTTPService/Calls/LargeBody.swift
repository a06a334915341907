import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A body that may be larger than the surface reads; remembers whether it was read to its end.
///
/// Hummingbird reads what a handler left of a body before it takes the next request, for as long as the caller sends.
/// Therefore a connection ends after an answer that left a large body unread. Small bodies are left to Hummingbird.
final class LargeBody: Sendable {
    private let read = Atomic(false)

    /// Nil where the body is small, as nearly always.
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
    /// The server closes its own side at once, and the caller's side 2 s later. A caller that is still sending can read the
    /// answer in that time; if everything were closed at once, the caller's system would discard the answer.
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
    var announcedLength: Int? { self[.contentLength].flatMap { Int($0) } }
}
