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
        surface.ownProblem = { ($0 as? WireError).map(Problem.wire) }
        surface.errorAnswer = { error, problem, request in
            let error = WireError(of: error, problem)
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
        return table.client + table.tokens + table.administration + table.projects + table.later + table.health
            + DiscoveryRoutes(ports: ports.accounts).all + emulated
    }
}
