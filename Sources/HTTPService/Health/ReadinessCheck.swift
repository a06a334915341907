/// A check whether something on which the process depends is well; `/readyz` lists it.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// What `/readyz` says of the check while it is well: `ok`, or a word such as `paused` that tells more.
    package let wellWord: @Sendable () -> String
    /// Must answer in bounded time: all probes wait for the slowest check.
    package let isWell: @Sendable () async -> Bool

    package init(
        _ name: String, wellWord: @escaping @Sendable () -> String = { "ok" },
        isWell: @escaping @Sendable () async -> Bool
    ) {
        self.name = name
        self.wellWord = wellWord
        self.isWell = isWell
    }
}
