import HTTPService
import Telemetry

/// What one part of a process tells of itself on the operator's port.
struct Vitals: Sendable {
    var checks: [ReadinessCheck] = []
    /// In each set at least one check has to pass, or the process should get no work.
    var needs: [Set<String>] = []
    /// Whether the process has done everything that comes before its first request.
    var hasStarted: [@Sendable () -> Bool] = []
    /// Figures that are read anew for each request for `/metrics`.
    var readings: [@Sendable () async -> [MetricReading]] = []

    static func += (left: inout Vitals, right: Vitals) {
        // Two parts of one process may depend on the same thing.
        left.checks += right.checks.filter { check in !left.checks.contains { $0.name == check.name } }
        left.needs += right.needs
        left.hasStarted += right.hasStarted
        left.readings += right.readings
    }
}
