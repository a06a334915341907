import VerificationCore

/// A refresh of a session, as the store carries it out.
package struct RefreshAttempt: Sendable, Hashable {
    /// SHA-256 of the refresh token that the caller brings.
    package let tokenHash: [UInt8]
    /// SHA-256 of the token that takes its place; nil where the token stays.
    ///
    /// The same token always has the same successor. So a caller whose answer was lost repeats the call, and gets the same
    /// answer, until the successor has been used.
    package let successorHash: [UInt8]?
    /// How long a session may go unused.
    package let idleLife: Duration
    /// The store's time.
    package let time: Timestamp

    package init(
        tokenHash: [UInt8], successorHash: [UInt8]? = nil, idleLife: Duration = Project.usualSessionIdle,
        at time: Timestamp
    ) {
        (self.tokenHash, self.successorHash) = (tokenHash, successorHash)
        (self.idleLife, self.time) = (idleLife, time)
    }
}
