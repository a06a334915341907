/// Port: lets an operator pause the queues that workers take messages from, and resume them.
///
/// Workers follow with their next exchange, about a second later; see `WorkerBoard`.
package protocol QueuePauses: Sendable {
    /// Pauses a queue, and answers the pause that stands then; `isNew` is false when the queue was paused before.
    ///
    /// The first pause stays with its name and its reason: the operator who comes second learns from it. When another
    /// operator resumes the queue at the same moment, either may come first, and the later word counts.
    func pause(
        _ queue: WorkQueue, by who: String, because reason: String
    ) async throws(StoreProblem) -> (pause: QueuePause, isNew: Bool)

    /// Ends a queue's pause, and answers what ended; nil when the queue was not paused.
    func resume(_ queue: WorkQueue) async throws(StoreProblem) -> QueuePause?
}
