/// Port: puts requests on the queue.
package protocol RequestPublisher: Sendable {
    /// Returns once the broker has confirmed the request.
    func publish(_ request: VerificationRequest, context: TraceContext?) async throws(QueueProblem)

    /// The same, and then waits for the worker's word on the request; nil when no word came within `wait`.
    func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueProblem) -> RequestAnswer?

    /// Whether a publish has a chance now; sends nothing to find out.
    var isReady: Bool { get }
}
