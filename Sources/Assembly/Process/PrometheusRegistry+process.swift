import Metrics
import Telemetry

extension PrometheusRegistry {
    /// The metrics of this process; the first caller makes them the backend of swift-metrics.
    ///
    /// Once in a process: `MetricsSystem` traps when it is bootstrapped twice.
    static let ofProcess: PrometheusRegistry = {
        let registry = PrometheusRegistry(ownBuckets: MetricHelp.buckets, help: MetricHelp.texts)
        MetricsSystem.bootstrap(registry)
        return registry
    }()
}
