import AccountCore
import HTTPService
import HTTPTypes
import Hummingbird

/// Lets pages of all origins call: what a page may do is said by its key and its tokens, and never by a cookie.
struct CrossOrigin: RouterMiddleware {
    /// The fields that Firebase's SDKs write into a call, and the fields with a page's key or token.
    ///
    /// The names of apps are missing: no page is an app.
    private static let clientFields: Set<String> = [
        "authorization", "content-type", "x-client-version", "x-firebase-appcheck", "x-firebase-client",
        "x-firebase-gmpid", "x-firebase-locale", "x-goog-api-key",
    ]

    /// An emulator lets a page write any field.
    let mode: IdentityMode

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
    @Sendable func fields(for request: Request) -> HTTPFields {
        var fields: HTTPFields = [.vary: "Origin"]
        guard let origin = request.headers.text(of: .origin) else { return fields }
        fields[.accessControlAllowOrigin] = origin
        guard request.method == .options else { return fields }
        fields[.accessControlAllowMethods] = "GET, HEAD, PUT, PATCH, POST, DELETE"
        fields[.accessControlAllowHeaders] = request.headers.text(of: .accessControlRequestHeaders).flatMap(allowed)
        fields[.accessControlMaxAge] = "600"
        if request.headers.text(of: .requestPrivateNetwork) == "true" { fields[.allowPrivateNetwork] = "true" }
        return fields
    }

    /// Those of the fields that a page may write; nil when it may write none of them.
    private func allowed(_ asked: String) -> String? {
        switch mode {
        case .emulator: return asked
        case .production:
            let names = asked.split { ", \t".contains($0) }.filter { Self.clientFields.contains($0.lowercased()) }
            return names.isEmpty ? nil : names.joined(separator: ",")
        }
    }
}

extension HTTPField.Name {
    fileprivate static let requestPrivateNetwork = known("Access-Control-Request-Private-Network")
    fileprivate static let allowPrivateNetwork = known("Access-Control-Allow-Private-Network")
}
