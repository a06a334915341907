/// A worker's part of the pace that all workers share.
///
/// Each worker spreads its own starts evenly. From the second on in which all know of each other, the sum of the parts
/// is never above the whole:
///
/// - A worker that has just come waits for `settling`. By then every other worker has heard of it, or has stopped: no
///   worker uses its part for longer than `freshness` after it asked. And a second has passed since.
/// - When a worker has gone, the others use their larger parts `window` later. So the starts of the worker that has gone
///   and the additional starts of the others are never in the same second.
package enum PaceShare {
    /// How long a worker may use what it knows, counted from the moment when it asked.
    package static let freshness: Duration = .seconds(2)
    /// The span within which the starts of all workers together stay within the pace.
    package static let window: Duration = .seconds(1)
    /// How long a worker that others may not know of begins no call.
    package static var settling: Duration { freshness + window }

    /// The time between two starts of a worker.
    ///
    /// Whole starts are divided, since uneven seconds of several workers would add up. Example: 10 a second among three
    /// workers are 4, 3 and 3; of 12.5 a second two workers use 6 each.
    ///
    /// A pace below the number of workers is divided evenly: 1 a second among two workers is a start every 2 seconds for
    /// each. Then, in a bad moment, each of the workers may begin a call in the same second.
    ///
    /// - Parameters:
    ///   - perSecond: The whole pace, above zero.
    ///   - workers: How many share it, at least 1.
    ///   - position: The worker's place among them, from 0.
    /// - Returns: above zero.
    package static func interval(perSecond: Double, workers: Int, position: Int) -> Duration {
        guard workers > 1 else { return .seconds(1 / perSecond) }
        guard perSecond >= Double(workers), perSecond < 1e9 else { return .seconds(Double(workers) / perSecond) }
        let whole = Int(perSecond)
        let share = whole / workers + (position < whole % workers ? 1 : 0)
        // Rounded up, so that as many intervals as there are starts in a second are never shorter than a second.
        return .seconds(1 / Double(share)) + .nanoseconds(1)
    }
}
