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
