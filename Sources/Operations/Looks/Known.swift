import VerificationCore

/// What was last known of a part of the installation, and whether it is still so.
package struct Known<Value: Sendable>: Sendable {
    /// Nil when nothing was ever known.
    package let value: Value?
    /// When `value` was so.
    package let at: Timestamp?
    /// Why there is nothing newer; nil when the last look gave `value`.
    package let trouble: String?

    package init(value: Value? = nil, at: Timestamp? = nil, trouble: String? = nil) {
        (self.value, self.at, self.trouble) = (value, at, trouble)
    }

    /// The value if it is of now.
    package var current: Value? { trouble == nil ? value : nil }
}
