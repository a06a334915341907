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
