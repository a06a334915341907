/// Where a verification stands.
package enum VerificationStatus: String, Sendable, CaseIterable {
    /// Accepted; no worker has seen it.
    case queued
    /// Being sent, or sent and waiting for the code.
    case pending
    case approved
    case canceled
    case expired
    /// No SMS could be sent.
    case failed
    case maxAttemptsReached = "max_attempts_reached"
    /// A limit held it, or the app may not send to the number.
    case refused
}
