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
