import VerificationCore

/// What was last known of a part of the installation, and whether it is still so.
package struct Cached<Value: Sendable>: Sendable {
    /// Nil when nothing was ever known.
    package let value: Value?
    /// When `value` was so.
    package let at: Timestamp?
    /// Why there is nothing newer; nil when the last look gave `value`.
    package let trouble: String?
    /// Whether a newer look takes so long that the caller did not wait for its end.
    package let isOverdue: Bool

    package init(value: Value? = nil, at: Timestamp? = nil, trouble: String? = nil, isOverdue: Bool = false) {
        (self.value, self.at, self.trouble, self.isOverdue) = (value, at, trouble, isOverdue)
    }

    /// The value, unless the last look failed.
    ///
    /// An overdue value still counts: the look that is under way has a deadline of its own, after which it fails.
    package var current: Value? { trouble == nil ? value : nil }

    /// The same for a caller who does not wait for the look that is under way.
    var overdue: Cached {
        Cached(
            value: value, at: at, trouble: trouble ?? (value == nil ? "there is no answer yet" : nil), isOverdue: true)
    }
}
