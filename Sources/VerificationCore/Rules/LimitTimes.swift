/// The state of the shared limits that a batch of claims touches: theoretical arrival times, one for each window.
///
/// What a batch spends is kept apart from what it found, because a store may add it to rows that have changed since: it
/// says how often each limit was taken from, and the row itself says whether that many are admitted.
package struct LimitTimes: Sendable, Hashable {
    /// As they were loaded, with everything that was decided since.
    package private(set) var times: [LimitKey: [Timestamp]]
    /// How many sends each limit has admitted since it was loaded.
    package private(set) var spent: [SharedLimit: Int] = [:]
    /// How many shares each window of a limit got back since it was loaded.
    package private(set) var returned: [SharedLimit: [Int]] = [:]

    package init(_ times: [LimitKey: [Timestamp]] = [:]) {
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

    /// Gives the share of a send of the moment `spentAt` back, as far as time has not done so already.
    package mutating func giveBack(_ limit: SharedLimit, spentAt: Timestamp, at now: Timestamp) {
        let shares = limit.windows.map { spentAt + $0.share > now ? 1 : 0 }
        guard shares.contains(1) else { return }
        times[limit.key] = times[limit.key].map { limit.windows.givingBack($0, spentAt: spentAt, at: now) }
        returned[limit] = zip(returned[limit] ?? limit.windows.map { _ in 0 }, shares).map { $0 + $1 }
    }
}

extension [RateLimit] {
    /// When the next event is admitted by all, and by which it has to wait longest; nil means now.
    ///
    /// `times`: as many as there are limits; missing ones were never used.
    package func wait(_ times: [Timestamp], at now: Timestamp) -> (window: RateLimit, at: Timestamp)? {
        let waits = indices.map { (window: self[$0], at: self[$0].admits(at: times.count > $0 ? times[$0] : nil)) }
        return waits.filter { $0.at > now }.max { $0.at < $1.at }
    }

    /// The state after an event at `now` that all have admitted.
    package func spending(_ times: [Timestamp], at now: Timestamp) -> [Timestamp] {
        indices.map { self[$0].spending(times.count > $0 ? times[$0] : nil, at: now) }
    }

    /// The state after an event of the moment `spentAt` turned out not to have happened.
    ///
    /// A share that time has given back already is not given back again.
    package func givingBack(_ times: [Timestamp], spentAt: Timestamp, at now: Timestamp) -> [Timestamp] {
        times.indices.map { index in
            guard index < count, spentAt + self[index].share > now else { return times[index] }
            return self[index].givingBack(times[index])
        }
    }
}
