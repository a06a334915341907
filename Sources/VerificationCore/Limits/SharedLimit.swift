/// One shared limit with its windows.
package struct SharedLimit: Sendable, Hashable {
    package let key: LimitKey
    /// All must admit; at least one.
    package let windows: [RateLimit]

    package init(key: LimitKey, windows: [RateLimit]) {
        self.key = key
        self.windows = windows
    }
}
