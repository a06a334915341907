import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// The same answer, after which the connection ends.
    ///
    /// Our side is closed at once and the rest 2 s later, so that a caller that is still sending gets to read the
    /// answer: closing at once would make its system discard it.
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
