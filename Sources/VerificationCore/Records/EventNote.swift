/// A change of which an app is told; the store makes an `AppEvent` of it in the transaction that makes the change.
package struct EventNote: Sendable, Hashable {
    package let verification: VerificationID
    package let kind: EventKind
    /// The ordinal of the message that changed; nil when the verification itself changed.
    package let message: Int?
    /// Why, as a stable word; nil when the kind says it all.
    package let reason: String?

    package init(_ verification: VerificationID, _ kind: EventKind, message: Int? = nil, reason: String? = nil) {
        self.verification = verification
        self.kind = kind
        self.message = message
        self.reason = reason
    }
}
