import HTTPTypes
import Logging

/// What a process says of itself: to load balancers, to the program that starts and stops it, and to Prometheus.
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

    /// The operator's pages.
    package func surface(logger: Logger) -> Surface {
        Surface(
            [
                Route(.get, "/livez", LivenessPage()),
                Route(.get, "/readyz", ReadinessPage(readiness)),
                Route(.get, "/startupz", StartupPage(hasStarted)),
                Route(.get, "/metrics", MetricsPage(metricsText)),
            ], logger: logger)
    }
}
