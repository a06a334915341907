/// All workers of an installation, and the queues from which they are to take nothing.
package struct Workforce: Sendable, Hashable {
    /// The store's time of this view.
    package let now: Timestamp
    /// In the order of their hosts, and on a host in the order in which they started.
    ///
    /// A worker that ended in order is missing. A silent worker is here for an hour.
    package let workers: [WorkerReport]
    package let pauses: [WorkQueue: QueuePause]

    package init(now: Timestamp, workers: [WorkerReport], pauses: [WorkQueue: QueuePause]) {
        self.now = now
        self.workers = workers
        self.pauses = pauses
    }

    package var living: [WorkerReport] { workers.filter { !$0.isSilent } }

    /// When workers were heard last that have died since, or that hang: all of the last hour that ended without a word.
    package var deaths: [Timestamp] { workers.filter(\.isSilent).map(\.seenAt) }

    /// How many of the living workers get nothing more from a queue because of a pause.
    ///
    /// A worker may still have messages in hand that it took before.
    package func appliedPauses(of queue: WorkQueue) -> Int {
        living.count { $0.status?.paused.contains(queue) ?? false }
    }
}

/// A worker as an operator sees it.
package struct WorkerReport: Sendable, Hashable {
    package let id: UInt64
    /// When the worker was heard last.
    package let seenAt: Timestamp
    /// Whether the last status is older than `GatewayStatuses.workerLease`, so that the worker does not count as alive.
    ///
    /// A process that was killed or frozen is silent, and so is a worker that does not reach the database.
    package let isSilent: Bool
    /// Nil for a worker of an earlier release, which says only that it is there.
    package let status: WorkerStatus?

    package init(id: UInt64, seenAt: Timestamp, isSilent: Bool, status: WorkerStatus?) {
        self.id = id
        self.seenAt = seenAt
        self.isSilent = isSilent
        self.status = status
    }
}
