/// Looks whether something is well that a process depends on; `/readyz` lists it.
package struct ReadinessCheck: Sendable {
    package let name: String
    /// Answers in bounded time, and does not throw.
    package let isWell: @Sendable () async -> Bool

    package init(_ name: String, isWell: @escaping @Sendable () async -> Bool) {
        self.name = name
        self.isWell = isWell
    }
}
