/// How a queue stood in a minute.
package struct QueueSample: Sendable, Hashable {
    /// How long samples are kept: longer than a week, so that a chart can be compared with the week before.
    package static let kept = Duration.seconds(8 * 86_400)

    package let minute: Minute
    /// The queue's name at the broker.
    package let queue: String
    package let role: QueueReport.Role
    /// The most messages that were ready in it.
    package let ready: Int
    /// How long its oldest message waited at most; nil where it is not known.
    package let oldest: Duration?

    package init(minute: Minute, queue: String, role: QueueReport.Role, ready: Int, oldest: Duration?) {
        (self.minute, self.queue, self.role) = (minute, queue, role)
        (self.ready, self.oldest) = (ready, oldest)
    }
}

/// How the queues of a role stood together in a span of minutes.
package struct QueueSum: Sendable, Hashable {
    /// The first minute of the span.
    package let beginning: Minute
    package let role: QueueReport.Role
    /// The most messages of a minute that were ready in all of them.
    package let ready: Int
    package let oldest: Duration?

    package init(beginning: Minute, role: QueueReport.Role, ready: Int, oldest: Duration?) {
        (self.beginning, self.role, self.ready, self.oldest) = (beginning, role, ready, oldest)
    }
}

/// Port: how queues stood along the time.
package protocol QueueSampleStore: Sendable {
    /// Keeps samples; of a queue and a minute the first stays, whichever process brings another.
    func keep(_ samples: [QueueSample]) async throws(StoreError)

    /// How the queues of each role stood, in spans of `step` minutes from the first of these minutes on.
    ///
    /// A span without a sample has no sum.
    func sums(in span: Range<Minute>, step: Int) async throws(StoreError) -> [QueueSum]
}
