/// What a worker says of itself, about once a second.
package struct WorkerStatus: Sendable, Hashable {
    /// The name of the machine.
    package let host: String
    /// The version of the program.
    package let version: String
    /// The number of the process on its machine.
    package let processID: Int
    package let startedAt: Timestamp
    /// How many requests the worker has taken and not finished.
    package let inHand: Int
    /// When the worker took the oldest request in hand; nil when it has no request.
    package let oldestAt: Timestamp?
    /// How many requests the worker may have in hand.
    package let prefetch: Int
    package let activity: WorkerActivity
    /// The queues from which the broker sends the worker nothing more because of a pause.
    package let paused: Set<WorkQueue>
    /// Whether the worker's link to each gateway with a standing connection is up, by the gateway's name.
    package let links: [String: Bool]

    /// All times are the store's, as far as the worker knows them.
    package init(
        host: String, version: String, processID: Int, startedAt: Timestamp, inHand: Int, oldestAt: Timestamp?,
        prefetch: Int, activity: WorkerActivity, paused: Set<WorkQueue>, links: [String: Bool]
    ) {
        self.host = host
        self.version = version
        self.processID = processID
        self.startedAt = startedAt
        self.inHand = inHand
        self.oldestAt = oldestAt
        self.prefetch = prefetch
        self.activity = activity
        self.paused = paused
        self.links = links
    }
}

/// What a worker does with requests.
package enum WorkerActivity: String, Sendable, Hashable, CaseIterable {
    case consuming
    /// An operator has paused the queue of requests, and the broker sends this worker nothing more.
    case paused
    /// The database is away or does not fit the program, so requests wait in the worker.
    case heldUp = "held-up"
    /// The process ends: the worker takes nothing more, and finishes what it has in hand.
    case stopping
}

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

    /// The last report times of workers that died or hang: all of the last hour that stopped reporting without a
    /// farewell.
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
