import AccountCore
import RequestQueue
import SessionStore
import VerificationCore
import VerificationWorker

extension Adapters {
    /// The queue of requests; a worker has at most `worker.prefetch` of them in hand.
    package func makeInbox() throws -> AMQPRequestInbox {
        AMQPRequestInbox(
            broker, topology: topology, prefetch: UInt16(try settings.workerPrefetch),
            workers: PostgresWorkerRegistry(pool: pool), random: Machine.random, now: Machine.now, logger: logger)
    }

    /// The way of receipts to the queue, over a connection of its own.
    package func makeReceiptPublisher() -> AMQPReceiptPublisher {
        AMQPReceiptPublisher(broker, topology: topology, logger: logger)
    }

    /// Makes a worker, for a process and for a measurement alike.
    ///
    /// It takes requests from `inbox`, for example `makeInbox()`, and sends messages through `routes`. Test numbers tell
    /// `receipts` what became of their messages.
    package func makeWorker(
        inbox: any RequestInbox, routes: any GatewayRoutes, receipts: any ReceiptPublisher
    ) throws -> WorkerService {
        let ports = WorkerPorts(
            store: store, apps: apps, inbox: inbox, routes: routes, receipts: receipts,
            phones: try servedPhones, writer: try .standard(),
            keys: try settings.value(of: CodeSettings.keys),
            retries: RetryPolicy(
                ladder: try settings.value(of: QueueSettings.ladder),
                maxTries: try settings.value(of: WorkerSettings.tries)),
            tallies: tallies,
            tracing: WorkerTracing(
                tracer, exchange: topology.exchange, routingKey: QueueTopology.requestKey, queue: topology.requests),
            changes: knowledge, blocks: { [apps] in apps.blocks },
            servesEmulator: try settings.value(of: IdentitySettings.mode) == .emulator, now: now, random: Machine.random
        )
        let times = WorkerTimes(gatewayDeadline: try settings.value(of: GatewaySettings.deadline))
        return WorkerService(ports, settings: times, gate: gate, logger: logger)
    }
}
