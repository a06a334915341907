import HTTPService
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import VerificationCore

/// The HTTP API, version 1.
package enum APIRoutes {
    /// Makes the surface of the API.
    ///
    /// The surface keeps `metricsFactory`, so the process must choose its metrics before it calls this function.
    package static func surface(
        _ api: APIPorts, readiness: Readiness, metricsFactory: any MetricsFactory = MetricsSystem.factory,
        tracer: Tracer = .off, logger: Logger
    ) -> Surface {
        var surface = Surface(routes(api, readiness: readiness), logger: logger)
        surface.ownProblem = Problem.forCore
        surface.subject = CallSubject.verification
        surface.tracer = tracer
        // Probes and the document have no verification to follow.
        surface.isTraced = { $0.path.hasPrefix("/v1/") }
        surface.metrics = RequestMetrics(factory: metricsFactory)
        return surface
    }

    private static func routes(_ api: APIPorts, readiness: Readiness) -> [Route] {
        [
            Route(.post, at: "/v1/verifications", to: StartEndpoint(api: api)),
            Route(.get, at: "/v1/verifications", to: ListEndpoint(api: api)),
            Route(.get, at: "/v1/verifications/{id}", to: ShowEndpoint(api: api)),
            Route(.post, at: "/v1/verifications/{id}/checks", to: CheckEndpoint(api: api)),
            Route(.post, at: "/v1/checks", to: CheckEndpoint.ByPhone(api: api)),
            Route(.post, at: "/v1/verifications/{id}/cancel", to: CancelEndpoint(api: api)),
            Route(.get, at: "/v1/test-numbers", to: TestNumberEndpoints.List(api: api)),
            Route(.post, at: "/v1/test-numbers", to: TestNumberEndpoints.Save(api: api)),
            Route(.delete, at: "/v1/test-numbers/{id}", to: TestNumberEndpoints.Remove(api: api)),
            Route(.post, at: "/v1/erasures", to: EraseEndpoint(api: api)),
            Route(.post, at: "/v1/receipts/{gateway}", to: ReceiptEndpoint(receipts: api.receipts)),
            Route(.get, at: "/v1/receipts/{gateway}", to: ReceiptEndpoint(receipts: api.receipts)),
            Route(.get, at: "/livez", to: LivenessPage()),
            Route(.get, at: "/readyz", to: ReadinessPage(readiness)),
            Route(.get, at: "/openapi.json", to: OpenAPIDocument()),
        ]
    }
}

/// The verification that a call is about, for the log.
enum CallSubject {
    /// The verification in the path, or in the answer's `Location`; nil for a path with other text in its place.
    static func verification(_ request: Request, response: Response?) -> VerificationID? {
        verification(in: request.path) ?? response?.headers[.location].flatMap(verification(in:))
    }

    private static func verification(in path: String) -> VerificationID? {
        let start = "/v1/verifications/"
        return path.hasPrefix(start) ? VerificationID(String(path.dropFirst(start.count).prefix(36))) : nil
    }
}
