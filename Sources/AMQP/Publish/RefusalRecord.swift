/// Which queues' messages the broker refuses, and since when, on one connection after another.
///
/// A queue may be full; then the broker refuses its messages on every channel. But a channel may also be out of date:
/// when a node dies, RabbitMQ before 3.12.5 lets a new channel begin with the dead node as the queue's leader, and
/// refuses each message of this channel until that node is back (rabbitmq-server #9241). A channel that is made after
/// the election finds the new leader. Nothing tells both cases apart, so the connection is given up for a new one; and
/// when this does not help, later and later.
///
/// Example: a full queue. Connections are given up after 0.4 s of refusals, five times; then after 0.8 s, 1.6 s and so
/// on, at last after a minute. The first message that the queue takes ends this.
struct RefusalRecord: Sendable {
    private struct Refusal {
        /// The first refusal on the present connection; nil before it.
        var since: ContinuousClock.Instant?
        /// How many connections ended while all messages for this key were refused.
        var connections = 0

        var patience: Duration {
            let doublings = max(0, connections - RefusalRecord.quickTries + 1)
            return min(RefusalRecord.longestPatience, RefusalRecord.patience * (1 << min(doublings, 10)))
        }
    }

    /// An election takes up to two seconds, and a channel that is made before its end is out of date again.
    private static let patience = Duration.milliseconds(400)
    private static let quickTries = 5
    private static let longestPatience = Duration.seconds(60)

    /// By routing key; an installation has a fixed number of keys, and keys whose messages get through are left out.
    private var refusals: [String: Refusal] = [:]

    /// Notes the broker's answer to a message.
    mutating func note(isRefused: Bool, key: String, at now: ContinuousClock.Instant) {
        guard isRefused else {
            if !refusals.isEmpty { refusals[key] = nil }
            return
        }
        let since = refusals[key]?.since ?? now
        refusals[key, default: Refusal()].since = since
    }

    /// When the patience with a queue's refusals is over; nil without a refusal on the present connection.
    var end: ContinuousClock.Instant? {
        if refusals.isEmpty { return nil }
        return refusals.values.compactMap { refusal in refusal.since.map { $0 + refusal.patience } }.min()
    }

    /// Whether the connection is to be given up.
    func isOver(at now: ContinuousClock.Instant) -> Bool { end.map { $0 <= now } ?? false }

    /// The next connection begins without a refusal.
    mutating func connectionEnded() {
        for (key, refusal) in refusals where refusal.since != nil {
            refusals[key] = Refusal(since: nil, connections: refusal.connections + 1)
        }
    }
}
