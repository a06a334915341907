import GatewayKit
import HTTPService
import Logging
import ServiceLifecycle
import Telemetry

/// The operator's port: health and metrics of this process.
///
/// It ends after the services, so that an operator can watch the services stop.
struct AdminAssembly {
    let support: Support

    init(
        _ settings: Settings, metrics: PrometheusRegistry, vitals: Vitals, readiness: Readiness, logger: Logger
    ) throws {
        let process = ProcessMetrics()
        let health = Health(
            readiness: readiness, hasStarted: { vitals.hasStarted.allSatisfy { $0() } },
            metricsText: { isOpenMetrics in
                var readings = process.readings
                for read in vitals.readings { readings += await read() }
                return Array(metrics.rendered(with: readings, as: isOpenMetrics ? .openMetrics : .text).utf8)
            })
        let listener = try Listener(
            health.surface(logger: logger), host: AdminSettings.host, port: AdminSettings.port, settings: settings,
            logger: logger,
            message: "admin listens"
        ) { _ in }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: listener, serviceName: "admin")], logger: logger.quiet))
        support = Support(onEnd: { await group.triggerGracefulShutdown() }) {
            // Detached: a child task would learn of the process's shutdown, and stop together with the services.
            let running = Task.detached { try await group.run() }
            try await withTaskCancellationHandler {
                try await running.value
            } onCancel: {
                running.cancel()
            }
        }
    }
}

extension Logger {
    /// For libraries whose ordinary events verifyd logs itself; passes on warnings and errors.
    var quiet: Logger {
        var logger = self
        logger.logLevel = max(logger.logLevel, .warning)
        return logger
    }
}
