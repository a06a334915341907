/// Why a request was not confirmed.
package enum QueueError: Error, Sendable, Hashable {
    /// It is definitely not on the queue.
    case unavailable
    /// It is definitely not on the queue, because the queue is full: the broker takes requests again when workers have
    /// taken some.
    case full
    /// The broker may have it, and may enqueue it later: try again under the same id.
    case unknown
}
