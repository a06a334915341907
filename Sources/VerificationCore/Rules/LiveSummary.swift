/// What a caller may know of the live verification.
package struct LiveSummary: Sendable, Hashable {
    package let verification: VerificationID
    package let expiresAt: Timestamp
    /// From this moment on another request sends another SMS.
    package let resendAfter: Timestamp
    package let remainingSends: Int
    package let remainingChecks: Int
    /// The limit that will be used up first, after a send; nil when no limit was asked.
    package var left: LimitLeft?

    package init(
        verification: VerificationID, expiresAt: Timestamp, resendAfter: Timestamp, remainingSends: Int,
        remainingChecks: Int, left: LimitLeft? = nil
    ) {
        self.verification = verification
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
        self.remainingSends = remainingSends
        self.remainingChecks = remainingChecks
        self.left = left
    }
}
