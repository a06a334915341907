import HTTPService
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /openapi.json`: describes the API, for people and for programs that make clients and tests from it.
///
/// Developers write `openapi.json` by hand, and the build puts it into the program. Tests compare it with the routes,
/// with the problems, and with every answer that they get.
struct OpenAPIDocument: HTTPResponder {
    /// The bytes of the file.
    static let json = PackageResources.openapi_json

    private static let body = ByteBuffer(bytes: json)

    func respond(to request: Request, context: CallContext) async throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: Self.body))
    }
}
