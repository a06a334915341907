/// A check whether something on which the process depends is well; `/readyz` lists it.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// Must answer in bounded time: all probes wait for the slowest check.
    package let isWell: @Sendable () async -> Bool

    package init(_ name: String, isWell: @escaping @Sendable () async -> Bool) {
        self.name = name
        self.isWell = isWell
    }
}
