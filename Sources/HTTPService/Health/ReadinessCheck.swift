/// A check whether something on which the process depends is well; `/readyz` lists it.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// The check's status in `/readyz` while it is well: `ok`, or for example `paused`, which says more.
    package let wellStatus: @Sendable () -> String
    /// The check's status in `/readyz` while it fails: `failed`, or a text that says why.
    package let failedStatus: @Sendable () -> String
    /// Must answer in bounded time: all probes wait for the slowest check.
    package let isWell: @Sendable () async -> Bool

    package init(
        _ name: String, wellStatus: @escaping @Sendable () -> String = { "ok" },
        failedStatus: @escaping @Sendable () -> String = { "failed" },
        isWell: @escaping @Sendable () async -> Bool
    ) {
        self.name = name
        self.wellStatus = wellStatus
        self.failedStatus = failedStatus
        self.isWell = isWell
    }
}
