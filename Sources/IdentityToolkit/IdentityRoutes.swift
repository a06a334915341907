import AccountCore
import Accounts
import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import VerificationCore

/// The surface that clients of Firebase Authentication speak, in all spellings of its paths.
package enum IdentityRoutes {
    /// Makes the surface; the process must choose its metrics before it calls this function.
    package static func surface(
        _ ports: IdentityPorts, metricsFactory: any MetricsFactory = MetricsSystem.factory, tracer: Tracer = .off,
        logger: Logger
    ) -> Surface {
        var surface = Surface(routes(ports), logger: logger)
        let pages = CrossOrigin(mode: ports.accounts.policy.mode)
        let isPrivate = ports.accounts.policy.mode == .emulator && !ports.isPublic
        surface.guards = [pages] + (isPrivate ? [DirectCalls()] : [])
        surface.fields = pages.fields
        surface.meantPath = GoogleHost.path(meantBy:)
        surface.ownProblem = { ($0 as? AccountError).map(Problem.wire) }
        surface.errorAnswer = { error, problem, request in
            let error = AccountError(of: error, problem)
            return request.takesForLoss(error) ? .plain(error) : .wire(error)
        }
        surface.tracer = tracer
        surface.isTraced = { $0.path != "/livez" && $0.path != "/readyz" }
        surface.metrics = RequestMetrics(factory: metricsFactory)
        return surface
    }

    private static func routes(_ ports: IdentityPorts) -> [Route] {
        let table = RouteTable(ports)
        let emulated = ports.accounts.policy.mode == .emulator ? table.emulator + table.laterForTools : []
        return table.client + table.identities + table.tokens + table.administration + table.projects + table.later
            + table.pages
            + table.health
            + DiscoveryRoutes(ports: ports.accounts).all + emulated
    }
}

/// Refuses what a proxy passes on to an emulator of this machine.
///
/// An emulator listens on this machine only, because it takes any key and tells every code. A proxy on the same machine
/// would open it to the network all the same.
struct DirectCalls: RouterMiddleware {
    func handle(
        _ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response
    ) async throws -> Response {
        guard !request.headers.contains(.forwardedFor), !request.headers.contains(.forwarded) else {
            throw AccountError.forwarded
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    fileprivate static let forwarded = known("Forwarded")
}

/// The Google hosts that this surface replaces: libraries with fixed hosts reach it through names of its network.
///
/// Elsewhere the host is the first part of the path, as in Firebase's emulator.
enum GoogleHost: String, CaseIterable {
    case identityToolkit = "identitytoolkit.googleapis.com"
    case secureToken = "securetoken.googleapis.com"
    case others = "www.googleapis.com"

    /// The path that a call to one of these hosts means here; nil for a call to any other host.
    @Sendable static func path(meantBy request: Request) -> String? {
        guard let authority = request.authority else { return nil }
        let name = authority.prefix { $0 != ":" }.lowercased()
        return GoogleHost(rawValue: name).map { "/\($0.rawValue)\(request.path)" }
    }
}
