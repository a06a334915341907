import RequestQueue
import VerificationCore
import VerificationWorker

extension Adapters {
    /// The queue of requests, of which a worker has so many in hand as the settings say.
    package func makeInbox() throws -> AMQPRequestInbox {
        AMQPRequestInbox(
            broker, topology: topology, prefetch: UInt16(try settings.number(.workerPrefetch)),
            random: Machine.random, logger: logger)
    }

    /// Puts a worker together, for a process as for a measurement.
    ///
    /// - Parameters:
    ///   - inbox: Where its requests come from, for example `makeInbox()`.
    ///   - routes: The way to the gateways.
    package func makeWorker(inbox: any RequestInbox, routes: any GatewayRoutes) throws -> WorkerService {
        let parts = WorkerParts(
            store: store, apps: apps, inbox: inbox, routes: routes, phones: phones, writer: try .standard(),
            keys: try settings.keyRing(),
            retries: RetryPolicy(ladder: try settings.ladder(), maxTries: try settings.number(.workerTries)),
            now: now, random: Machine.random)
        let times = WorkerSettings(gatewayDeadline: try settings.duration(.gatewayDeadline))
        return WorkerService(parts, settings: times, gate: gate, logger: logger)
    }
}
