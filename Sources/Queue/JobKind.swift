import VerificationCore

/// A kind of job: its queue at the broker, and how a worker treats its messages.
package struct JobKind: Sendable, Hashable {
    /// Where the tries of a job are counted.
    package enum TryCount: Sendable, Hashable {
        /// The store counts tries. Any backend may publish such jobs, so a count of put-offs in a message is believed only
        /// when the message comes from a retry queue.
        case inStore
        /// Messages count tries and put-offs in their headers; only verifyd publishes such jobs.
        case inMessage
    }

    /// What operators call the queue.
    package let queue: WorkQueue
    /// The queue's name at the broker.
    package let name: String
    package let routingKey: String
    /// Where jobs wait for another try; nil for a kind whose jobs have one try.
    package let retries: RetryQueues?
    package let tryCount: TryCount
    /// Of a longer body only this many bytes are kept, because it holds no such job.
    package let bodyLimit: Int
    /// How many jobs a worker may have unsettled; it bounds memory, and the work that a death repeats.
    package let prefetch: UInt16
    /// Whether the caller who published a job may wait for a worker's answer.
    package let isAnswered: Bool
}

/// The queues in which jobs of one kind wait for another try, one for each delay of a retry schedule.
package struct RetryQueues: Sendable, Hashable {
    /// What their names begin with.
    let prefix: String
    package let retrySchedule: RetrySchedule

    /// The queue in which a message waits for `delay`, for example `verification.retry.30s`.
    ///
    /// The delay is part of the name, because RabbitMQ refuses to declare a queue anew with another delay. So a changed
    /// retry schedule gets queues of its own, and messages in the old queues still come back.
    package func name(for delay: Duration) -> String { prefix + delay.shortName }

    /// The queue for about this wait, picked by lot from the queues of its step; see `RetrySchedule.delay`.
    func name(forWait wait: Duration, chance: UInt64) -> String {
        name(for: retrySchedule.delay(for: wait, chance: chance))
    }

    /// The names of all queues, the shortest delay first.
    package var names: [String] { retrySchedule.delays.map(name) }

    /// Whether a queue is one of these, or of a retry schedule that was configured before.
    func contains(_ name: String) -> Bool { name.hasPrefix(prefix) }
}

extension Duration {
    var wholeMilliseconds: Int64 { wholeMicroseconds / 1_000 }

    /// `2m`, `30s` or `250ms`: the largest unit that needs no fraction.
    fileprivate var shortName: String {
        let milliseconds = wholeMilliseconds
        if milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000)m" }
        if milliseconds % 1_000 == 0 { return "\(milliseconds / 1_000)s" }
        return "\(milliseconds)ms"
    }
}
