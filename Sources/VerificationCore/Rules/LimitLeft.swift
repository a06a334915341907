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
        var all = phone.sends.left(of: rules.sendsPerPhone, called: .sendsPerPhone, at: now)
        for limit in rules.sharedLimits(of: request) {
            guard let counts = limits.counts[limit.key] else { continue }
            all += counts.left(of: limit.windows, called: LimitReached.Limit(limit.key.scope), at: now)
        }
        return all.min { ($0.count, $1.moreAfter) < ($1.count, $0.moreAfter) }
    }
}

extension SlotCounts {
    fileprivate func left(of windows: [RateLimit], called limit: LimitReached.Limit, at now: Timestamp) -> [LimitLeft] {
        windows.compactMap { window in
            moreAt(window, at: now).map {
                LimitLeft(limit: limit, quota: window, count: remaining(of: window, at: now), moreAfter: $0 - now)
            }
        }
    }
}
