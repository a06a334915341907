import AMQP
import VerificationCore

/// The names of the exchange and the queues at the broker, and their settings.
///
/// A process that connects declares what it needs: a publisher declares `producing`, and a worker everything. So the order
/// in which processes start does not matter.
package struct QueueTopology: Sendable, Hashable {
    /// The routing key of a request for a verification.
    package static let requestKey = "request"
    /// The routing key of a gateway's delivery receipt.
    package static let receiptKey = "receipt"
    /// The routing key of an event for an app.
    package static let eventKey = "event"
    /// The routing key to which no queue is bound; see `AMQPBrokerProbe`.
    package static let probeKey = "probe"

    /// How often the broker delivers a message again before it puts the message aside by itself.
    ///
    /// Many on purpose: when workers are killed again and again, a healthy request must not be dead-lettered for it.
    /// Clean returns never come so far, see `ReturnedDeliveries`. A queue that exists cannot get another limit. Tries
    /// at a gateway are counted in the database.
    private static let deliveryLimit: Int64 = 20

    /// Where producers publish.
    package let exchange: String
    /// The queue of the work to do.
    package let requests: String
    /// The queue of delivery receipts on their way to the database.
    package let receipts: String
    /// The queue of events for the apps' endpoints.
    package let events: String
    /// The queue of messages that could not be read or ran out of tries.
    package let dead: String
    package let retrySchedule: RetrySchedule
    /// How long an event waits that an app's endpoint did not take.
    package let eventSchedule: EventSchedule

    /// The topology under names that begin with `prefix`.
    ///
    /// The prefix is empty in production. A test has a prefix of its own, so that it cannot touch production's queues.
    package init(
        prefix: String = "", retrySchedule: RetrySchedule = .standard, eventSchedule: EventSchedule = EventSchedule()
    ) {
        self.exchange = prefix + "verification"
        self.retrySchedule = retrySchedule
        self.eventSchedule = eventSchedule
        requests = exchange + ".requests"
        receipts = exchange + ".receipts"
        events = exchange + ".events"
        dead = exchange + ".dead"
    }

    /// The kind of the jobs on a queue; `prefetch` is nil for the kind's own.
    package func kind(of queue: WorkQueue, prefetch: UInt16? = nil) -> JobKind {
        let prefetch = prefetch ?? UInt16(queue.prefetch)
        return switch queue {
        case .requests:
            JobKind(
                queue: queue, name: requests, routingKey: Self.routingKey(of: queue),
                retries: RetryQueues(prefix: exchange + ".retry.", retrySchedule: retrySchedule), tryCount: .inStore,
                bodyLimit: RequestCodec.largestBody, prefetch: prefetch, isAnswered: true)
        case .receipts:
            JobKind(
                queue: queue, name: receipts, routingKey: Self.routingKey(of: queue), retries: nil, tryCount: .inStore,
                bodyLimit: ReceiptCodec.largestBody, prefetch: prefetch, isAnswered: false)
        case .events:
            JobKind(
                queue: queue, name: events, routingKey: Self.routingKey(of: queue),
                retries: RetryQueues(prefix: events + ".retry.", retrySchedule: eventSchedule.retrySchedule),
                tryCount: .inMessage, bodyLimit: EventCodec.largestBody, prefetch: prefetch, isAnswered: false)
        }
    }

    private var kinds: [JobKind] { WorkQueue.allCases.map { kind(of: $0) } }

    /// The queue in which a request waits for `delay`, for example `verification.retry.30s`.
    package func retryQueue(for delay: Duration) -> String { kind(of: .requests).retries?.name(for: delay) ?? requests }

    /// Whether jobs of any kind wait in a queue, or waited in it with a retry schedule that was configured before.
    func isRetryQueue(_ name: String) -> Bool { kinds.contains { $0.retries?.contains(name) ?? false } }

    /// What the queue `name` is for; every unknown name counts as a retry queue.
    func role(of name: String) -> QueueReport.Role {
        switch name {
        case requests: .requests
        case receipts: .receipts
        case events: .events
        case dead: .dead
        default: kind(of: .events).retries?.contains(name) == true ? .eventRetry : .retry
        }
    }

    /// The routing key of the messages of a queue.
    static func routingKey(of queue: WorkQueue) -> String {
        switch queue {
        case .requests: requestKey
        case .receipts: receiptKey
        case .events: eventKey
        }
    }

    /// The queue in which an event waits for a delay, for example `verification.events.retry.30s`.
    package func eventRetryQueue(for delay: Duration) -> String {
        kind(of: .events).retries?.name(for: delay) ?? events
    }

    /// The retry queues of requests, the shortest delay first.
    package var retryQueues: [String] { kind(of: .requests).retries?.names ?? [] }

    /// The names of all queues, the queue of the work first.
    package var queues: [String] { kinds.flatMap { [$0.name] + ($0.retries?.names ?? []) } + [dead] }

    /// Everything that a worker declares.
    package var declarations: AMQPTopology {
        AMQPTopology(
            topicExchanges: [exchange], queues: kinds.flatMap { [working($0.name)] + waiting($0) } + [deadQueue],
            bindings: kinds.map(binding))
    }

    /// What a publisher declares: the way of the jobs on a queue to the workers, and the dead-letter queue.
    ///
    /// The queue of work is never declared last. RabbitMQ 3.10.8, killed a moment after it made a quorum queue, forgets
    /// to start that queue again: the queue is listed and does not answer.
    package func producing(_ queue: WorkQueue) -> AMQPTopology {
        let kind = kind(of: queue)
        return AMQPTopology(
            topicExchanges: [exchange], queues: [working(kind.name), deadQueue], bindings: [binding(kind)])
    }

    private func binding(_ kind: JobKind) -> AMQPTopology.Binding {
        .init(queue: kind.name, exchange: exchange, routingKey: kind.routingKey)
    }

    private func working(_ name: String) -> AMQPTopology.Queue {
        .init(
            name: name,
            arguments: ["x-queue-type": "quorum", "x-delivery-limit": .integer(Self.deliveryLimit)]
                .deadLettering(exchange: "", routingKey: dead))
    }

    private func waiting(_ kind: JobKind) -> [AMQPTopology.Queue] {
        guard let retries = kind.retries else { return [] }
        return retries.retrySchedule.delays.map { delay in
            .init(
                name: retries.name(for: delay),
                arguments: ["x-queue-type": "quorum", "x-message-ttl": .integer(delay.wholeMilliseconds)]
                    .deadLettering(exchange: exchange, routingKey: kind.routingKey))
        }
    }

    /// The dead-letter queue, with a delivery limit so high that no message should ever reach it.
    ///
    /// To look at a message and put it back counts as a delivery. RabbitMQ 4 deletes a message after 20 deliveries,
    /// unless the queue has a limit of its own. Older versions have no value for "never".
    private var deadQueue: AMQPTopology.Queue {
        .init(name: dead, arguments: ["x-queue-type": "quorum", "x-delivery-limit": 1_000_000])
    }
}

extension [String: AMQPFieldValue] {
    /// Adds where the broker moves messages that expire here, are rejected, or reach the delivery limit.
    ///
    /// RabbitMQ's default strategy is at-most-once: it loses a message if the node dies while it moves the message.
    /// At-least-once requires a queue that refuses new messages when it is full. Without a length limit it is never
    /// full.
    ///
    /// In a cluster RabbitMQ before 3.12.5 may bring nothing back from a retry queue while a node is dead. The leader of
    /// each such queue has a process that publishes what has expired, and a new leader makes a new process. This process
    /// remembers the leader of its target from its first message. If that leader is on the node that has just died, the
    /// process refuses each message until the node is back (rabbitmq-server #9241). Nothing that a client can do makes it
    /// look again, and a passive declaration counts no such message. `verifyd doctor` warns of it.
    ///
    /// A message that expires while a node starts may find no exchange yet. RabbitMQ keeps it, and tries again after
    /// three minutes, or after the milliseconds of `dead_letter_worker_publisher_confirm_timeout` in its
    /// `advanced.config`.
    fileprivate func deadLettering(exchange: String, routingKey: String) -> Self {
        merging([
            "x-dead-letter-exchange": .string(exchange),
            "x-dead-letter-routing-key": .string(routingKey),
            "x-dead-letter-strategy": "at-least-once",
            "x-overflow": "reject-publish",
        ]) { _, new in new }
    }
}

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
