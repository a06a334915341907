/// Port: puts events on the queue.
package protocol EventPublisher: Sendable {
    /// Returns when the broker has confirmed all of them.
    ///
    /// When it throws, some of them may be on the queue. Publishing them again is right: receivers know events by id.
    func publish(_ events: [AppEvent]) async throws(QueueProblem)
}
