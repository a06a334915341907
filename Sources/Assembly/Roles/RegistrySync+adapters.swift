import Connections
import Gateways
import Store
import Telemetry
import VerificationCore
import Verifications

extension RegistrySync {
    /// The sync of a process's worker, of which the process's knowledge of changes learns the switches.
    convenience init(_ adapters: Adapters, routes: RoutedGateways<ContinuousClock>, statusSource: WorkerStatusSource) {
        let knowledge = adapters.knowledge
        self.init(
            PostgresWorkerRegistry(pool: adapters.pool), as: Machine.random(), inboxes: statusSource.inboxes,
            gate: adapters.store.gate,
            hooks: RegistryHooks(
                status: { statusSource.status(paused: $0, isStopping: $1) }, update: { routes.update() },
                apply: { routes.apply($0, askedAt: $1) }, followSwitches: { knowledge.follows($0) }),
            sleep: ConnectionLoop.rest, logger: adapters.telemetry.logger)
        knowledge.learnsSwitches(
            by: { [weak self] in await self?.renew() ?? true },
            hasPausedRequests: { [weak self] in await self?.hasPausedRequests() ?? false })
    }

    /// Whether each of these gateways' breakers is open, and whether each queue is paused: 1 or 0.
    func readings(of routes: RoutedGateways<ContinuousClock>) -> [MetricReading] {
        let (paused, open) = (paused, openGateways)
        return routes.gateways.map { gateway in
            MetricReading(
                "verifyd_gateway_breaker_open", as: .gauge, by: [("gateway", gateway.name)],
                value: open.contains(gateway.name) ? 1 : 0)
        }
            + WorkQueue.allCases.map { queue in
                MetricReading(
                    "verifyd_queue_paused", as: .gauge, by: [("queue", queue.rawValue)],
                    value: paused.contains(queue) ? 1 : 0)
            }
    }
}
