/// A verification as the store keeps it; `status(at:)` says how it stands at a given time.
package struct StoredVerification: Sendable, Hashable {
    package let id: VerificationID
    package let phoneKey: PhoneKey
    /// The status that was last written; time and wrong codes may have ended the verification since.
    package var status: VerificationStatus
    package var reason: String?
    package let code: CodeSource
    package let maxSends: Int
    package let maxChecks: Int
    /// How many wrong codes were counted.
    package var checks: Int
    package let metadata: [String: String]
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        id: VerificationID, phoneKey: PhoneKey, status: VerificationStatus, reason: String?, code: CodeSource,
        maxSends: Int, maxChecks: Int, checks: Int, metadata: [String: String], createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.phoneKey = phoneKey
        self.status = status
        self.reason = reason
        self.code = code
        self.maxSends = maxSends
        self.maxChecks = maxChecks
        self.checks = checks
        self.metadata = metadata
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    package init(_ row: NewVerification) {
        self.init(
            id: row.request.id, phoneKey: row.request.phoneKey, status: row.status, reason: row.reason, code: row.code,
            maxSends: row.maxSends, maxChecks: row.maxChecks, checks: 0, metadata: row.request.metadata,
            createdAt: row.createdAt, expiresAt: row.expiresAt)
    }

    /// The status at `now`: a pending verification ends by itself when its code expires or its tries are used up.
    package func status(at now: Timestamp) -> VerificationStatus {
        guard status == .pending else { return status }
        if expiresAt <= now { return .expired }
        return checks >= maxChecks ? .maxAttemptsReached : .pending
    }

    /// The verification as its app may see it.
    ///
    /// `live` is what the phone's row says, if the row still names this verification. `requestOutcome` is the outcome of the
    /// request that the caller asks about.
    package func report(
        live: LiveVerification?, messages: [MessageReport], requestOutcome: NewRequest.Outcome, now: Timestamp
    ) -> VerificationReport {
        let status = status(at: now)
        let isPending = status == .pending
        return VerificationReport(
            id: id, app: phoneKey.app, status: status, reason: reason, phone: phoneKey.phone, createdAt: createdAt,
            expiresAt: expiresAt, resendAfter: live?.resendAfter ?? createdAt,
            remainingSends: isPending ? max(0, maxSends - (live?.sends ?? maxSends)) : 0,
            remainingChecks: isPending ? max(0, maxChecks - checks) : 0, metadata: metadata, messages: messages,
            requestOutcome: requestOutcome)
    }
}
