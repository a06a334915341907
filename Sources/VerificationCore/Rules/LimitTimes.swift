/// The state of the shared limits that a batch of claims touches.
///
/// What a batch spends is kept apart from what it found, because a store may add it to rows that have changed since: it
/// says how often each limit was taken from, and the row itself says whether that many are admitted.
package struct LimitTimes: Sendable, Hashable {
    /// As they were loaded, with everything that was decided since.
    package private(set) var times: [LimitKey: [LimitState]]
    /// How many sends each limit has admitted since it was loaded.
    package private(set) var spent: [SharedLimit: Int] = [:]
    /// The moments of the sends whose shares each limit got back since it was loaded.
    package private(set) var returned: [SharedLimit: [Timestamp]] = [:]

    package init(_ times: [LimitKey: [LimitState]] = [:]) {
        self.times = times
    }

    /// When the next send is admitted by all windows, and by which it has to wait longest; nil means now.
    package func wait(_ limit: SharedLimit, at now: Timestamp) -> (window: RateLimit, at: Timestamp)? {
        limit.windows.wait(times[limit.key] ?? [], at: now)
    }

    /// Takes a send that was admitted out of the limit.
    package mutating func spend(_ limit: SharedLimit, at now: Timestamp) {
        times[limit.key] = limit.windows.spending(times[limit.key] ?? [], at: now)
        spent[limit, default: 0] += 1
    }

    /// Gives the share of a send of the moment `spentAt` back.
    package mutating func giveBack(_ limit: SharedLimit, spentAt: Timestamp) {
        times[limit.key] = times[limit.key].map { limit.windows.givingBack($0, spentAt: spentAt) }
        returned[limit, default: []].append(spentAt)
    }
}

extension [RateLimit] {
    /// When the next event is admitted by all, and by which it has to wait longest; nil means now.
    ///
    /// `times`: one for each limit; missing ones were never used.
    package func wait(_ times: [LimitState], at now: Timestamp) -> (window: RateLimit, at: Timestamp)? {
        let waits = indices.map { (window: self[$0], at: self[$0].admits(after: times.count > $0 ? times[$0] : nil)) }
        return waits.filter { $0.at > now }.max { $0.at < $1.at }
    }

    /// The states after an event at `now` that all have admitted.
    package func spending(_ times: [LimitState], at now: Timestamp) -> [LimitState] {
        indices.map { self[$0].spending(times.count > $0 ? times[$0] : nil, at: now) }
    }

    /// The states after an event of the moment `spentAt` turned out not to have happened.
    package func givingBack(_ times: [LimitState], spentAt: Timestamp) -> [LimitState] {
        times.indices.map { $0 < count ? self[$0].givingBack(times[$0], spentAt: spentAt) : times[$0] }
    }
}
