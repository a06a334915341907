/// A check whether something on which the process depends is well; `/readyz` lists it.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// What `/readyz` says of the check while it is well: `ok`, or a word such as `paused` that tells more.
    package let wellWord: @Sendable () -> String
    /// What `/readyz` says of the check while it fails: `failed`, or words that tell why.
    package let failedWord: @Sendable () -> String
    /// Must answer in bounded time: all probes wait for the slowest check.
    package let isWell: @Sendable () async -> Bool

    package init(
        _ name: String, wellWord: @escaping @Sendable () -> String = { "ok" },
        failedWord: @escaping @Sendable () -> String = { "failed" },
        isWell: @escaping @Sendable () async -> Bool
    ) {
        self.name = name
        self.wellWord = wellWord
        self.failedWord = failedWord
        self.isWell = isWell
    }
}
