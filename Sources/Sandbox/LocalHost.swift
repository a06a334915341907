import HTTPService
import HTTPTypes
import Hummingbird

/// Answers only calls that name this machine as their host.
///
/// A web page from elsewhere can have its own host name looked up as 127.0.0.1, and so make a browser call the sandbox.
/// The browser's request still carries that host name.
struct LocalHost: RouterMiddleware {
    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, isLoopback(Self.host(in: authority)) else {
            throw Problem.foreignHost
        }
        return try await next(request, context)
    }

    /// The authority without its port.
    private static func host(in authority: String) -> String {
        if authority.hasPrefix("[") { return String(authority.dropFirst().prefix { $0 != "]" }) }
        return String(authority.prefix { $0 != ":" })
    }
}

/// Whether a host is certainly this machine; a name may be looked up elsewhere, so only the name `localhost` counts.
package func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}
