/// A verification as its app may see it: without the code, and without anything to make the code from.
package struct VerificationReport: Sendable, Hashable {
    package let id: VerificationID
    /// The id of the request whose status, outcome and metadata these are.
    package let request: VerificationID
    package let app: AppID
    package let status: VerificationStatus
    /// Why it was refused or failed, as a stable identifier.
    package let reason: String?
    package let phone: String
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    package let resendAfter: Timestamp
    package let remainingSends: Int
    package let remainingChecks: Int
    package let metadata: [String: String]
    package let messages: [MessageReport]
    /// The outcome of the very request that the caller asks about.
    package let requestOutcome: NewRequest.Outcome
    /// The id through which the right code came; nil also for the holder of a request's id, who learns it by the status.
    package let approvedBy: VerificationID?
    /// See `AppVerification.record`; nil where nobody had to prove the app.
    package let appProof: String?

    package init(
        id: VerificationID, request: VerificationID? = nil, app: AppID, status: VerificationStatus, reason: String?,
        phone: String,
        createdAt: Timestamp, expiresAt: Timestamp, resendAfter: Timestamp, remainingSends: Int, remainingChecks: Int,
        metadata: [String: String], messages: [MessageReport], requestOutcome: NewRequest.Outcome,
        approvedBy: VerificationID? = nil, appProof: String? = nil
    ) {
        self.id = id
        self.request = request ?? id
        self.app = app
        self.status = status
        self.reason = reason
        self.phone = phone
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
        self.remainingSends = remainingSends
        self.remainingChecks = remainingChecks
        self.metadata = metadata
        self.messages = messages
        self.requestOutcome = requestOutcome
        (self.approvedBy, self.appProof) = (approvedBy, appProof)
    }
}

/// Where a verification stands.
package enum VerificationStatus: String, Sendable, CaseIterable {
    /// Accepted; no worker has seen it.
    case queued
    /// Being sent, or sent and waiting for the code.
    case pending
    /// The right code came, through the id that is asked about.
    case approved
    /// The right code came through the id of another request of the verification; no row has this status.
    case approvedElsewhere = "approved_elsewhere"
    case canceled
    case expired
    /// No SMS could be sent.
    case failed
    case maxAttemptsReached = "max_attempts_reached"
    /// A limit held it, or the app may not send to the number.
    case refused

    /// The statuses that a verification on record can have; the others are of an id alone.
    package static let onRecord: [VerificationStatus] = allCases.filter { status in
        switch status {
        case .queued, .approvedElsewhere: false
        case .pending, .approved, .canceled, .expired, .failed, .maxAttemptsReached, .refused: true
        }
    }
}

/// What an id leads to: a verification, or a `Gap` that says why there is none.
package enum FoundVerification<Gap: Sendable & Hashable>: Sendable, Hashable {
    case found(VerificationReport)
    case missing(Gap)
}
