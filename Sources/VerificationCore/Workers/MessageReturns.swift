/// How often a message came back to its queue unsettled, as the broker counts it.
///
/// A message comes back when a worker stops in order, when a connection is lost, when a delivery waits too long for its
/// settlement, and when a worker dies. Only deaths may bring it to the dead-letter queue, and the broker cannot tell
/// them apart.
package struct MessageReturns: Sendable, Hashable {
    /// From this many returns on, a worker asks whether workers have died: half of the broker's limit.
    package static let many = 10

    package let count: Int
    /// When the message was published, as it says itself; nil when it does not say.
    package let publishedAt: Timestamp?

    package init(count: Int, publishedAt: Timestamp?) {
        (self.count, self.publishedAt) = (count, publishedAt)
    }

    package var areMany: Bool { count >= Self.many }

    /// Whether at least half of the returns can be deaths, by how many workers have died since the message was published.
    ///
    /// The deaths of the last hour count for a message that does not say when it was published, or that says a time to
    /// come: a stranger's time must not hide deaths. Deaths of the last seconds are not known yet. So a message that
    /// kills ten workers within seconds kills some more; by then the deaths are known.
    package func mayBeDeaths(in workforce: Workforce) -> Bool {
        let since = publishedAt.flatMap { $0 <= workforce.now ? $0 : nil }
        // A worker is heard once a second, so it is heard last a moment before it takes the message that kills it.
        let deaths = workforce.deaths.count { death in
            since.map { death >= $0 - GatewayStatuses.workerLease } ?? true
        }
        return deaths * 2 >= count
    }
}
