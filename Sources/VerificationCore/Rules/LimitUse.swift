/// How much of one window of a limit is used.
package struct LimitUse: Sendable, Hashable {
    package let limit: LimitReached.Limit
    package let quota: RateLimit
    /// How many events count; more than the quota when the app has lowered the limit since.
    package let used: Int
    /// When the window admits another event; nil when it admits another event now.
    package let admitsAt: Timestamp?
    /// When everything that counts now has left the window; nil when nothing counts.
    package let freeAt: Timestamp?
}
