/// Why a worker takes nothing from a queue.
package enum PauseCause: Sendable, Hashable {
    /// An operator has paused the queue for all workers.
    case order
    /// This worker's store is away, or does not fit this program.
    case store
}
