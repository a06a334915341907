import HTTPService
import Telemetry

/// What one part of a process tells of itself on the operator's port.
struct Vitals: Sendable {
    var checks: [ReadinessCheck] = []
    /// Of each set one check at least has to be well, or the process should get no work.
    var needs: [Set<String>] = []
    /// Whether everything that comes before the first request is done.
    var hasStarted: [@Sendable () -> Bool] = []
    /// Figures that are read when somebody asks for the metrics.
    var readings: [@Sendable () async -> [MetricReading]] = []

    static func += (left: inout Vitals, right: Vitals) {
        // Two parts of one process may depend on the same thing.
        left.checks += right.checks.filter { check in !left.checks.contains { $0.name == check.name } }
        left.needs += right.needs
        left.hasStarted += right.hasStarted
        left.readings += right.readings
    }
}
