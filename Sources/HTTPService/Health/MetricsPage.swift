import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /metrics`: the process's metrics in Prometheus' text format.
struct MetricsPage: HTTPResponder {
    private let text: @Sendable () async -> [UInt8]

    init(_ text: @escaping @Sendable () async -> [UInt8]) { self.text = text }

    func respond(to request: Request, context: CallContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: await text())))
    }
}
