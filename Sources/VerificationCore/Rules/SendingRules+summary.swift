extension SendingRules {
    /// What a caller may know of `live` at `now`.
    package func summary(of live: LiveVerification, now: Timestamp) -> LiveSummary {
        LiveSummary(
            verification: live.id, expiresAt: live.expiresAt,
            resendAfter: live.resendAfter ?? now, remainingSends: max(0, maxSends - live.sends),
            remainingChecks: max(0, maxChecks - live.wrongCodes))
    }
}
