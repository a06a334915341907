import VerificationCore

/// How much waits on the queue of requests, since when, and when it will be worked off.
package struct Backlog: Sendable, Hashable {
    /// When the queue will be empty.
    package enum Drain: Sendable, Hashable {
        /// Nothing waits.
        case empty
        /// At the present rates.
        case after(Duration)
        /// As much comes as goes, or more.
        case never
        /// Most of it waits for a gateway; nobody knows when the gateway takes it.
        case unknown
        /// No worker takes requests: an operator has paused them, or no worker lives. The rates are of another time.
        case stopped
    }

    package let ready: Int
    /// The requests in the retry queues, which a gateway refused for now.
    package let putOff: Int
    /// About how long the oldest waiting request has waited; nil when nothing waits, or the counts cannot tell.
    package let oldestAge: Duration?
    package let drain: Drain

    /// - Parameters:
    ///   - ready: the requests on the queue, which gives the oldest first.
    ///   - putOff: the requests in the retry queues.
    ///   - mayBeHeld: whether silent workers may have requests in hand that no queue counts.
    ///   - isWorked: whether workers take requests.
    ///   - counts: what came and went.
    ///   - now: the store's time.
    ///
    /// So the waiting requests are about those that came last: counted back from now, the minute in which `ready` of
    /// them had come tells the age. Requests that a backend put on the queue itself are in no count; then the age is
    /// unknown.
    package init(
        ready: Int, putOff: Int = 0, mayBeHeld: Bool = false, isWorked: Bool = true, _ counts: Counts, at now: Timestamp
    ) {
        (self.ready, self.putOff) = (ready, putOff)
        let waiting = ready + putOff
        oldestAge = waiting == 0 ? nil : Self.age(of: waiting, counts, at: now)
        let surplus = counts.departures - counts.arrivals
        drain =
            if waiting == 0, !mayBeHeld || isWorked { .empty } else if !isWorked { .stopped } else if putOff > ready {
                .unknown
            } else if surplus <= 0 { .never } else {
                .after(.seconds(Int64((Double(ready) / surplus * 60).rounded(.up))))
            }
    }

    /// On the queue and in the retry queues.
    package var waiting: Int { ready + putOff }

    private static func age(of ready: Int, _ counts: Counts, at now: Timestamp) -> Duration? {
        let series = counts.series
        var left = ready
        for (place, count) in (series.counts[.started] ?? []).enumerated().reversed() {
            guard left > count else {
                let beginning = (series.beginning + place * series.step).beginning
                let end = min(now, beginning + .seconds(60))
                // The requests of a minute count as if they had come evenly.
                return now - end + (end - beginning) * (Double(left) / Double(count))
            }
            left -= count
        }
        return nil
    }
}
