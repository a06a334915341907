import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /openapi.json`: what the whole API is, for people and for the programs that make clients and tests out of it.
///
/// The file beside this one is written by hand and is part of the program. Tests compare it with the routes, with the
/// problems, and with every answer that they get.
struct OpenAPIDocument: HTTPResponder {
    /// The file as it was built in.
    static let json = PackageResources.openapi_json

    private static let body = ByteBuffer(bytes: json)

    func respond(to request: Request, context: CallContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: Self.body))
    }
}
