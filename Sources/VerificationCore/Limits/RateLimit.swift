/// At most `count` events in any `interval` of whole seconds; `SlotCounts` says how they are counted.
package struct RateLimit: Sendable, Hashable {
    package let count: Int
    package let interval: Duration

    package init(_ count: Int, per interval: Duration) {
        self.count = count
        self.interval = interval
    }

    /// So many times the count in the same time.
    package static func * (limit: RateLimit, multiple: Int) -> RateLimit {
        RateLimit(limit.count * multiple, per: limit.interval)
    }

    /// The window's length, which names its counts.
    ///
    /// So the counts of 60 and 90 seconds never mix when an app changes its settings.
    package var seconds: Int { Int(clamping: interval.components.seconds) }
}
