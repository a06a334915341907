/// Port: puts jobs on their queues.
package protocol JobPublisher: Sendable {
    /// Returns when the broker has confirmed the whole job.
    ///
    /// When it throws, the job or a part of it may be on the queue. To publish the job again is right: the store knows a
    /// request by its id, a receipt that comes twice changes nothing, and receivers know events by id.
    func publish(_ job: Job) async throws(QueueError)

    /// Publishes a request, and then waits for the worker's answer; nil when no answer came within `wait`.
    func publish(
        _ request: VerificationRequest, context: TraceContext?, answerWithin wait: Duration
    ) async throws(QueueError) -> RequestAnswer?

    /// Whether a publish has a chance now; sends nothing to find out.
    var isReady: Bool { get }
}

/// A job for workers, on its way to the queue of its kind.
package enum Job: Sendable {
    /// A request for a verification, and the trace of its caller.
    case request(VerificationRequest, context: TraceContext?)
    /// The receipts of one call of a provider; as a rule they are one message.
    case receipts([GatewayReceipt])
    /// Events for apps, a message each.
    case events([AppEvent])
}
