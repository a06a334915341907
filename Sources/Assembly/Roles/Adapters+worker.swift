import AccountCore
import Queue
import Store
import Telemetry
import VerificationCore
import Verifications

extension Adapters {
    /// The queue of requests; a worker has at most `worker.prefetch` of them in hand.
    package func makeInbox() throws -> AMQPJobInbox {
        makeInbox(of: .requests, prefetch: UInt16(try settings.workerPrefetch))
    }

    /// Where jobs of a kind come from; `publisher` moves them, and nil gives the inbox a connection of its own for it.
    func makeInbox(
        of queue: WorkQueue, prefetch: UInt16? = nil, movingBy publisher: AMQPJobPublisher? = nil
    ) -> AMQPJobInbox {
        AMQPJobInbox(
            broker.configuration, topology: broker.topology, of: queue, prefetch: prefetch, movingBy: publisher,
            workers: PostgresWorkerRegistry(pool: pool), random: Machine.random, now: Machine.now,
            logger: telemetry.logger)
    }

    /// The way of jobs to their queue, over a connection of its own.
    package func makePublisher(of queue: WorkQueue) -> AMQPJobPublisher {
        AMQPJobPublisher(
            broker.configuration, topology: broker.topology, of: queue, tracer: telemetry.tracer,
            logger: telemetry.logger)
    }

    /// Makes a worker, for a process and for a measurement alike.
    ///
    /// It takes requests from `inbox`, for example `makeInbox()`, and sends messages through `routes`. Test numbers tell
    /// `receipts` what became of their messages.
    package func makeWorker(
        inbox: any JobInbox, routes: any GatewayRoutes, receipts: any JobPublisher
    ) throws -> JobWorker {
        let ports = WorkerPorts(
            store: store.verifications, routes: routes, receipts: receipts,
            rules: RulesInForce(
                apps: apps, changes: knowledge, blocks: { [apps] in apps.blocks },
                servesEmulator: try settings.value(of: IdentitySettings.mode) == .emulator),
            maker: MessageMaker(
                phones: try servedPhones, keys: try settings.value(of: CodeSettings.keys), writer: try .standard()),
            facts: telemetry.facts(
                of: .jobs(.requests),
                tracedBy: FactSpans(
                    exchange: broker.topology.exchange, routingKey: QueueTopology.requestKey,
                    queue: broker.topology.requests)),
            tracer: telemetry.tracer, now: now, random: Machine.random)
        let times = WorkerTimes(
            gatewayDeadline: try settings.value(of: GatewaySettings.deadline),
            retries: RetryPolicy(
                retrySchedule: try settings.value(of: QueueSettings.retrySchedule),
                maxTries: try settings.value(of: WorkerSettings.tries)))
        return JobWorker(ports, from: inbox, settings: times, gate: store.gate, logger: telemetry.logger)
    }
}
