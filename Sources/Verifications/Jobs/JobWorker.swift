import Logging
import ServiceLifecycle
import VerificationCore

/// Takes the jobs of one kind off their queue and handles them side by side, as many as the queue's prefetch lets through.
///
/// On graceful shutdown it takes no more jobs, gives back jobs that have not begun, and finishes the others. After
/// `WorkerTimes.drainDeadline` it cancels what is left; the kind's `JobHandler` says what happens to those jobs.
package final class JobWorker: Service {
    private let queue: WorkQueue
    private let inbox: any JobInbox
    private let handler: any JobHandler
    private let gate: StoreGate
    private let drainDeadline: Duration
    private let inHand = JobsInHand()
    private let logger: Logger

    /// - Parameters:
    ///   - queue: Whose jobs it handles.
    ///   - inbox: What brings them.
    ///   - handler: Says how each leaves, and tells when it has left.
    ///   - gate: The gate that the whole process shares, before the same store.
    ///   - settings: The times that it lives by.
    ///   - logger: Gets a line when the worker begins to stop, and a line when it has stopped.
    init(
        of queue: WorkQueue, from inbox: any JobInbox, by handler: any JobHandler, gate: StoreGate,
        settings: WorkerTimes, logger: Logger
    ) {
        self.queue = queue
        self.inbox = inbox
        self.handler = handler
        self.gate = gate
        drainDeadline = settings.drainDeadline
        self.logger = logger
    }

    /// How many jobs the worker has in hand, and when it took the oldest of them.
    package var jobsInHand: (count: Int, oldest: ContinuousClock.Instant?) { (inHand.count, inHand.oldest) }

    package func run() async throws {
        await withTaskGroup { group in
            group.addTask { await self.workBeside() }
            group.addTask { await self.handleAll() }
            group.addTask { await self.stopOnShutdown() }
            // `handleAll` ends with the last delivery, `stopOnShutdown` when the drain has taken too long.
            var ended = await group.next()
            while ended == .some(.keepGoing) { ended = await group.next() }
            group.cancelAll()
        }
        logger.info("worker stopped", metadata: [LogKeys.queue: "\(queue.rawValue)"])
    }

    private enum Part { case keepGoing, stop }

    private func handleAll() async -> Part {
        await withDiscardingTaskGroup { group in
            for await batch in inbox.deliveries {
                let taken = inHand.take(batch.count)
                for delivery in batch {
                    group.addTask {
                        let settlement = await self.handle(delivery)
                        self.handler.tell(.settled(settlement, after: .now - taken.takenAt))
                        taken.letGo()
                    }
                }
            }
        }
        return .stop
    }

    /// Handles a job and settles its delivery; deliveries are settled nowhere else.
    private func handle(_ delivery: JobDelivery) async -> Settlement {
        let settlement = await handler.handle(delivery)
        // Another worker of the process may have stopped the gate a moment before this worker stops its inbox. While the
        // store does not fit, the inbox is paused already.
        if case .giveBack = settlement, gate.isStopping { await inbox.stopTaking() }
        await inbox.settle(delivery, as: settlement)
        return settlement
    }

    private func stopOnShutdown() async -> Part {
        do {
            try await gracefulShutdown()
        } catch {
            // Only a cancelled task gets here: the parts beside it end as well.
            return .keepGoing
        }
        logger.info(queue.endOfTaking)
        // In this order: otherwise the broker could send this worker the jobs that it gives back.
        await inbox.stopTaking()
        gate.stop()
        handler.stop()
        try? await Task.sleep(for: drainDeadline)
        return .stop
    }

    private func workBeside() async -> Part {
        await handler.workBeside()
        return .keepGoing
    }
}

extension WorkQueue {
    fileprivate var endOfTaking: Logger.Message {
        switch self {
        case .requests: "worker stops taking requests"
        case .receipts: "worker stops taking receipts"
        case .events: "worker stops taking events"
        }
    }
}

/// The times a worker lives by.
package struct WorkerTimes: Sendable, Hashable {
    /// The whole gateway call, from connecting to the last byte of the answer.
    package var gatewayDeadline: Duration
    /// How long a stopping worker waits for the jobs in flight.
    ///
    /// After that a batch of the store may take 5 s, and the connections 2 s. All has to fit into 25 s: 17 + 5 + 2.
    package var drainDeadline: Duration
    /// How long a worker waits before it asks again whether the database is back.
    package var storeProbe: Duration
    /// How often it tries a message, and how long a request waits between two tries.
    package var retries: RetryPolicy

    package init(
        gatewayDeadline: Duration = .seconds(10), drainDeadline: Duration = .seconds(17),
        storeProbe: Duration = .milliseconds(500), retries: RetryPolicy = RetryPolicy()
    ) {
        self.gatewayDeadline = gatewayDeadline
        self.drainDeadline = drainDeadline
        self.storeProbe = storeProbe
        self.retries = retries
    }

    /// How long a claim belongs to the worker: the call's deadline and half as long again, for example 10 s + 5 s.
    ///
    /// So a worker whose call used all its time can still record the outcome under the lease.
    package var lease: Duration { gatewayDeadline + gatewayDeadline / 2 }
}
