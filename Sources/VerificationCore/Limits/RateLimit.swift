/// At most `count` events in any `interval`, whole seconds; how they are counted stands in `SlotCounts`.
package struct RateLimit: Sendable, Hashable {
    package let count: Int
    package let interval: Duration

    package init(_ count: Int, per interval: Duration) {
        self.count = count
        self.interval = interval
    }

    /// The window's length, by which its counts are known: a change of an app's settings mixes no counts.
    package var seconds: Int { Int(clamping: interval.components.seconds) }
}
