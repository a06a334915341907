import HTTPTypes
import Logging

/// What a process tells load balancers, Prometheus, and the program that starts and stops the process.
package struct Health: Sendable {
    package let readiness: Readiness
    /// Whether the process has done everything that must come before its first request.
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

    /// The operator's pages: `/livez`, `/readyz`, `/startupz` and `/metrics`.
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
