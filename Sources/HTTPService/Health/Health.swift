import Hummingbird

/// What a process says of itself: to load balancers, to what starts and stops it, and to Prometheus.
package struct Health: Sendable {
    package let readiness: Readiness
    /// Whether everything that comes before the first request is done.
    package let hasStarted: @Sendable () -> Bool
    /// The text of `/metrics`, in Prometheus' format.
    package let metricsText: @Sendable () async -> [UInt8]

    package init(
        readiness: Readiness = Readiness(), hasStarted: @escaping @Sendable () -> Bool = { true },
        metricsText: @escaping @Sendable () async -> [UInt8] = { [] }
    ) {
        self.readiness = readiness
        self.hasStarted = hasStarted
        self.metricsText = metricsText
    }

    /// A router for the operator's port; every `GET` answers `HEAD` too.
    package func makeRouter() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.on("/livez", method: .get, responder: LivenessPage())
        router.on("/readyz", method: .get, responder: ReadinessPage(readiness))
        router.on("/startupz", method: .get, responder: StartupPage(hasStarted))
        router.on("/metrics", method: .get, responder: MetricsPage(metricsText))
        return router
    }
}
