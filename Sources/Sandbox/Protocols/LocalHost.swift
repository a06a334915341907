import HTTPService
import HTTPTypes
import Hummingbird

/// Answers only calls that name this machine as their host.
///
/// The owner of a web page elsewhere can give its host name the address 127.0.0.1. Then the page can make a browser
/// call the sandbox, but the browser's request still carries the page's host name.
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

/// Whether a host is certainly this machine: `localhost`, `::1` or an address in 127.0.0.0/8.
///
/// Any other name may be the name of another machine.
package func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}
