/// What waits in the outbox, on its way to the queue.
package struct OutboxReport: Sendable, Hashable {
    /// How many events are looked at; see `isCapped`.
    package static let mostLookedAt = 10_000

    /// By the app that is to be told; only among the events that were looked at.
    package let waiting: [AppID: Int]
    /// When the oldest event happened; nil when nothing waits.
    package let oldestAt: Timestamp?
    /// Whether more events wait than were looked at.
    package let isCapped: Bool

    package init(waiting: [AppID: Int], oldestAt: Timestamp?, isCapped: Bool) {
        (self.waiting, self.oldestAt, self.isCapped) = (waiting, oldestAt, isCapped)
    }

    /// How many events wait; at least so many when `isCapped`.
    package var count: Int { waiting.values.reduce(0, +) }
}
