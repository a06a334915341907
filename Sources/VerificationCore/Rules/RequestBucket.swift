/// Bounds how often an app may ask: a bucket that is full at first, and from which each request takes a permission.
///
/// It refills evenly: a bucket of 600 in 60 seconds gets 10 permissions back each second. Unlike a limit it is not
/// exact, because each process has buckets of its own. It only keeps floods of requests out of the queue that all apps
/// share.
package struct RequestBucket: Sendable, Hashable {
    /// How many permissions it holds, and in how long an empty bucket is full.
    package let size: RateLimit
    private var level: Double
    private var changedAt: Timestamp

    /// Begins with a full bucket.
    package init(_ size: RateLimit, at now: Timestamp) {
        self.size = size
        level = Double(size.count)
        changedAt = now
    }

    /// Takes a permission and returns nil; takes nothing from an empty bucket, and returns how long to wait.
    ///
    /// The wait is the time until the bucket holds the next permission.
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
