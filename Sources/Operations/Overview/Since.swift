import VerificationCore

/// Since when a rule holds.
package struct Since: Sendable, Hashable {
    package let at: Timestamp
    /// Whether it may have held earlier, when this process did not look yet.
    package let isAtLeast: Bool

    package init(at: Timestamp, isAtLeast: Bool) {
        (self.at, self.isAtLeast) = (at, isAtLeast)
    }
}
