/// What has been used of one window of a limit.
package struct LimitUse: Sendable, Hashable {
    package let limit: LimitReached.Limit
    package let quota: RateLimit
    /// More than the quota where the app's settings admit fewer than when they were used.
    package let used: Int
    /// From when on one more is admitted; nil when one is admitted now.
    package let admitsAt: Timestamp?
    /// From when on nothing counts that has been used so far; nil when nothing is used.
    package let freeAt: Timestamp?
}
