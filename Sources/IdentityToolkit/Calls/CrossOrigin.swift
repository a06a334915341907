import HTTPService
import HTTPTypes
import Hummingbird

/// Lets pages of all origins call: what a page may do is said by its key and its tokens, and never by a cookie.
struct CrossOrigin: RouterMiddleware {
    /// Answers what a browser asks before it calls, for every path.
    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options else { return try await next(request, context) }
        return Response(status: .noContent)
    }

    /// The fields that all answers carry, so that the page may read errors too.
    ///
    /// Also an answer to a call without an origin says that it varies: a cache gives public keys to pages as well.
    @Sendable static func fields(for request: Request) -> HTTPFields {
        var fields: HTTPFields = [.vary: "Origin"]
        guard let origin = request.headers.text(of: .origin) else { return fields }
        fields[.accessControlAllowOrigin] = origin
        guard request.method == .options else { return fields }
        fields[.accessControlAllowMethods] = "GET, HEAD, PUT, PATCH, POST, DELETE"
        fields[.accessControlAllowHeaders] = request.headers.text(of: .accessControlRequestHeaders)
        fields[.accessControlMaxAge] = "600"
        if request.headers.text(of: .requestPrivateNetwork) == "true" { fields[.allowPrivateNetwork] = "true" }
        return fields
    }
}

extension HTTPField.Name {
    fileprivate static let requestPrivateNetwork = known("Access-Control-Request-Private-Network")
    fileprivate static let allowPrivateNetwork = known("Access-Control-Allow-Private-Network")
}
