import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /metrics`: the process's metrics in Prometheus' text format.
struct MetricsPage: HTTPResponder {
    let text: @Sendable () -> [UInt8]

    func respond(to request: Request, context: APIContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: text())))
    }
}
