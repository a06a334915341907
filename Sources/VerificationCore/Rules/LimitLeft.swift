/// What a limit has left that has just admitted a send.
package struct LimitLeft: Sendable, Hashable {
    package let limit: LimitReached.Limit
    package let quota: RateLimit
    package let count: Int
    /// When it admits one more than that.
    package let moreAfter: Duration

    package init(limit: LimitReached.Limit, quota: RateLimit, count: Int, moreAfter: Duration) {
        self.limit = limit
        self.quota = quota
        self.count = count
        self.moreAfter = moreAfter
    }
}

extension Claim {
    /// Of all windows in which its send counts the window that has least left; of several the slowest.
    ///
    /// Of limits that many phones share it is what the decision knew. Decisions of the same moment in other
    /// transactions are not in it.
    func leastLeft(phone: PhoneState, limits: SharedCounts, at now: Timestamp) -> LimitLeft? {
        var least = phone.sends.leastLeft(of: rules.sendsPerPhone, called: .sendsPerPhone, at: now, orIn: nil)
        for limit in sharedLimits {
            least = limits.counts(of: limit.key)
                .leastLeft(of: limit.windows, called: LimitReached.Limit(limit.key.scope), at: now, orIn: least)
        }
        return least
    }
}

extension SlotCounts {
    fileprivate func leastLeft(
        of windows: [RateLimit], called limit: LimitReached.Limit, at now: Timestamp, orIn other: LimitLeft?
    ) -> LimitLeft? {
        var least = other
        for window in windows {
            guard let more = moreAt(window, at: now) else { continue }
            let left = LimitLeft(
                limit: limit, quota: window, count: remaining(of: window, at: now), moreAfter: more - now)
            if least.map({ (left.count, $0.moreAfter) < ($0.count, left.moreAfter) }) ?? true { least = left }
        }
        return least
    }
}
