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
        surface.guards = [CrossOrigin()]
        surface.fields = CrossOrigin.fields
        surface.ownProblem = { ($0 as? WireError).map(Problem.wire) }
        surface.errorAnswer = { .wire(WireError(of: $0, $1)) }
        surface.tracer = tracer
        surface.isTraced = { $0.path != "/livez" && $0.path != "/readyz" }
        surface.metrics = RequestMetrics(factory: metricsFactory)
        return surface
    }

    private static func routes(_ ports: IdentityPorts) -> [Route] {
        let table = RouteTable(ports)
        let emulated = ports.accounts.mode == .emulator ? table.emulator : []
        return table.client + table.tokens + table.administration + table.projects + table.later + table.health
            + emulated
    }
}
