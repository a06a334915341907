/// A change that causes an event for an app; the store makes an `AppEvent` of it in the transaction that makes the
/// change.
package struct EventNote: Sendable, Hashable {
    package let verification: VerificationID
    package let kind: EventKind
    /// The ordinal of the message that changed; nil when the verification itself changed.
    package let message: Int?
    /// Why, as a stable identifier; nil when the kind says it all.
    package let reason: String?

    package init(_ verification: VerificationID, kind: EventKind, message: Int? = nil, reason: String? = nil) {
        self.verification = verification
        self.kind = kind
        self.message = message
        self.reason = reason
    }
}

/// The kind of change that an event reports; the app gets the raw value.
package enum EventKind: String, Sendable, CaseIterable {
    /// A gateway has taken a message; a verification may have several.
    case sent = "verification.sent"
    /// A provider says that a message has reached the phone.
    case delivered = "verification.delivered"
    /// A provider says that a message will not reach the phone; the verification goes on.
    case undelivered = "verification.undelivered"
    /// The verification ended without a message: no gateway took it, a limit held it, or the app may not send it.
    case failed = "verification.failed"
    case approved = "verification.approved"
    case canceled = "verification.canceled"
    /// The code's life is over, or the request came too late.
    case expired = "verification.expired"
    case maxAttemptsReached = "verification.max-attempts-reached"
}

extension VerificationStatus {
    /// The event for the app when a verification gets this status; nil while the verification goes on.
    package var event: EventKind? {
        switch self {
        case .queued, .pending, .approvedElsewhere: nil
        case .approved: .approved
        case .canceled: .canceled
        case .expired: .expired
        case .failed, .refused: .failed
        case .maxAttemptsReached: .maxAttemptsReached
        }
    }
}
