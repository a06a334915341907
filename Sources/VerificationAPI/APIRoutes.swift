import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import VerificationCore

/// The HTTP API, version 1.
package struct APIRoutes: Sendable {
    let routes: [Route]
    private let metrics: RequestMetrics
    private let logger: Logger

    /// Makes the routes; metrics must have been bootstrapped before, for their factory is kept.
    package init(
        _ dependencies: APIDependencies, readiness: Readiness,
        metricsFactory: any MetricsFactory = MetricsSystem.factory, logger: Logger
    ) {
        metrics = RequestMetrics(factory: metricsFactory)
        self.logger = logger
        routes = [
            Route(.post, "/v1/verifications", StartEndpoint(api: dependencies)),
            Route(.get, "/v1/verifications", ListEndpoint(api: dependencies)),
            Route(.get, "/v1/verifications/{id}", ShowEndpoint(api: dependencies)),
            Route(.post, "/v1/verifications/{id}/checks", CheckEndpoint(api: dependencies)),
            Route(.post, "/v1/checks", CheckPhoneEndpoint(api: dependencies)),
            Route(.post, "/v1/verifications/{id}/cancel", CancelEndpoint(api: dependencies)),
            Route(.get, "/v1/test-numbers", ListTestNumbersEndpoint(api: dependencies)),
            Route(.post, "/v1/test-numbers", SaveTestNumberEndpoint(api: dependencies)),
            Route(.delete, "/v1/test-numbers/{id}", RemoveTestNumberEndpoint(api: dependencies)),
            Route(.post, "/v1/erasures", EraseEndpoint(api: dependencies)),
            Route(.get, "/livez", LivenessPage<APIContext>()),
            Route(.get, "/readyz", ReadinessPage<APIContext>(readiness)),
            Route(.get, "/openapi.json", OpenAPIDocument()),
        ]
    }

    /// A router that serves the API; every `GET` answers `HEAD` too.
    ///
    /// Routes added to it later get the same treatment: their errors become problems, and they are counted.
    package func makeRouter() -> Router<APIContext> {
        let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: Answering(routes: routes, metrics: metrics, logger: logger))
        for route in routes {
            router.on(RouterPath(route.path), method: route.method, responder: route.responder)
        }
        return router
    }
}
