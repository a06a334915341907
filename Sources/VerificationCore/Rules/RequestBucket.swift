/// A bucket of leaves to ask: full at first, emptied by one with each request, filled evenly in the course of its time.
///
/// Not exact, as limits are: it is one process's, and it only keeps floods out of what everybody shares.
package struct RequestBucket: Sendable, Hashable {
    /// How many it holds, and in how long an empty one is full.
    package let size: RateLimit
    private var level: Double
    private var changedAt: Timestamp

    /// A full one.
    package init(_ size: RateLimit, at now: Timestamp) {
        self.size = size
        level = Double(size.count)
        changedAt = now
    }

    /// Takes one out; where none is in it, nothing is taken, and the time until there is one comes back.
    package mutating func take(at now: Timestamp) -> Duration? {
        let (count, time) = (Double(size.count), Double(size.interval.wholeMicroseconds))
        // A clock that was set back fills nothing, and takes nothing out either.
        let passed = Double(max(0, (now - changedAt).wholeMicroseconds))
        level = min(count, level + passed * count / time)
        changedAt = now
        guard level < 1 else {
            level -= 1
            return nil
        }
        return .microseconds(Int64(((1 - level) * time / count).rounded(.up)))
    }
}
