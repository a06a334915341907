/// Where a verification stands.
package enum VerificationStatus: String, Sendable, CaseIterable {
    /// Accepted; no worker has seen it.
    case queued
    /// Being sent, or sent and waiting for the code.
    case pending
    case approved
    case canceled
    case expired
    /// Nothing could be sent.
    case failed
    case maxAttemptsReached = "max_attempts_reached"
    /// Limited or not allowed.
    case refused
}
