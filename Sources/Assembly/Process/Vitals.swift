import HTTPService
import Metrics
import Telemetry

/// What a part of a process shows of itself on the operator's port.
struct Vitals: Sendable {
    var checks: [ReadinessCheck] = []
    /// The process is ready when at least one check of each set passes.
    var needs: [Set<String>] = []
    /// Whether the process has done everything that comes before its first request.
    var hasStarted: [@Sendable () -> Bool] = []
    /// Read anew for each request for `/metrics`.
    var readings: [@Sendable () async -> [MetricReading]] = []

    /// What every process reports: which program it is, and what its log has lost.
    static var ofProcess: Vitals {
        Vitals(readings: [
            {
                let lost = LogOutput.standardError.droppedLines
                return [
                    MetricReading(
                        "verifyd_build_info", as: .gauge, by: [("version", ProgramVersion.full)], value: 1),
                    MetricReading("verifyd_log_lines_dropped_total", as: .counter, by: [], value: Double(lost)),
                ]
            }
        ])
    }

    static func += (left: inout Vitals, right: Vitals) {
        // Two parts of a process may have the same check, for example of the database.
        left.checks += right.checks.filter { check in !left.checks.contains { $0.name == check.name } }
        left.needs += right.needs
        left.hasStarted += right.hasStarted
        left.readings += right.readings
    }
}

extension PrometheusRegistry {
    /// The metrics of this process; the first caller makes them the backend of swift-metrics.
    ///
    /// Once in a process: `MetricsSystem` traps when it is bootstrapped twice.
    static let ofProcess: PrometheusRegistry = {
        let registry = PrometheusRegistry(
            ownBuckets: MetricHelp.buckets, ownMaxSeries: MetricHelp.maxSeries, help: MetricHelp.texts)
        MetricsSystem.bootstrap(registry)
        return registry
    }()
}
