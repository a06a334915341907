import Logging
import ServiceLifecycle
import VerificationCore

/// Takes requests off the queue and handles them side by side, as many as the queue's prefetch lets through.
///
/// On graceful shutdown it takes no more requests, gives back requests that it has not claimed, and finishes the calls
/// under way. It records a call as unknown when the gateway has not answered after `drainDeadline`. It gives a request
/// back when it cannot record the outcome. The next worker finds the lease, and does nothing before the lease is over.
package struct WorkerService: Service {
    private let handler: RequestHandler
    private let inbox: any JobInbox
    private let inHand = RequestsInHand()
    private let settings: WorkerTimes
    private let logger: Logger

    /// `gate`: the gate that the whole process shares, before the same store; nil gives the worker a gate of its own.
    package init(
        _ ports: WorkerPorts, settings: WorkerTimes = WorkerTimes(), gate: StoreGate? = nil, logger: Logger
    ) {
        handler = RequestHandler(
            ports: ports, settings: settings,
            gate: gate ?? StoreGate(store: ports.store, probe: settings.storeProbe, logger: logger),
            calls: GatewayCalls(), logger: logger)
        inbox = ports.inbox
        self.settings = settings
        self.logger = logger
    }

    /// How many requests the worker has in hand, and when it took the oldest of them.
    package var requestsInHand: (count: Int, oldest: ContinuousClock.Instant?) { (inHand.count, inHand.oldest) }

    package func run() async throws {
        await withTaskGroup { group in
            group.addTask { await sweepCalls() }
            group.addTask { await handleAll() }
            group.addTask { await stopOnShutdown() }
            // `handleAll` ends with the last delivery, `stopOnShutdown` when the drain has taken too long.
            var ended = await group.next()
            while ended == .some(.keepGoing) { ended = await group.next() }
            group.cancelAll()
        }
        logger.info("worker stopped")
    }

    private enum Part { case keepGoing, stop }

    private func handleAll() async -> Part {
        await withDiscardingTaskGroup { group in
            for await batch in inbox.deliveries {
                let taken = inHand.take(batch.count)
                for delivery in batch {
                    group.addTask {
                        let handled = await handle(delivery)
                        handler.metrics.left(handled, after: .now - taken.takenAt)
                        taken.letGo()
                    }
                }
            }
        }
        return .stop
    }

    private func handle(_ delivery: JobDelivery) async -> Handled {
        let handled = await handler.handle(delivery)
        if let answer = handled.answer, delivery.properties.wantsAnswer { inbox.answer(delivery, with: answer) }
        await inbox.settle(delivery, as: handled.settlement)
        return handled
    }

    private func stopOnShutdown() async -> Part {
        do {
            try await gracefulShutdown()
        } catch {
            // Only a cancelled task gets here: the parts beside it end as well.
            return .keepGoing
        }
        logger.info("worker stops taking requests")
        // In this order: otherwise the broker could send this worker the requests that it gives back.
        await inbox.stopTaking()
        handler.stopClaiming()
        try? await Task.sleep(for: settings.drainDeadline)
        return .stop
    }

    private func sweepCalls() async -> Part {
        await handler.calls.keepTime()
        return .keepGoing
    }
}

/// The times a worker lives by.
package struct WorkerTimes: Sendable, Hashable {
    /// The whole gateway call, from connecting to the last byte of the answer.
    package var gatewayDeadline: Duration
    /// How long a stopping worker waits for the requests in flight.
    ///
    /// After that a batch of the store may take 5 s, and the connections 2 s. All has to fit into 25 s: 17 + 5 + 2.
    package var drainDeadline: Duration
    /// How long a worker waits before it asks again whether the database is back.
    package var storeProbe: Duration

    package init(
        gatewayDeadline: Duration = .seconds(10), drainDeadline: Duration = .seconds(17),
        storeProbe: Duration = .milliseconds(500)
    ) {
        self.gatewayDeadline = gatewayDeadline
        self.drainDeadline = drainDeadline
        self.storeProbe = storeProbe
    }

    /// How long a claim belongs to the worker: the call's deadline and half as long again, for example 10 s + 5 s.
    ///
    /// So a worker whose call used all its time can still record the outcome under the lease.
    package var lease: Duration { gatewayDeadline + gatewayDeadline / 2 }
}
