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
    /// The texts of the first request.
    package let metadata: [String: String]
    package let createdAt: Timestamp
    package var expiresAt: Timestamp
    /// The id through which the right code came; nil for a verification that has no such id on record.
    package var approvedBy: VerificationID?
    /// See `AppVerification.record`; nil where nobody had to prove the app, and before programs kept it.
    package let appProof: String?

    package init(
        id: VerificationID, phoneKey: PhoneKey, status: VerificationStatus, reason: String?, code: CodeSource,
        maxSends: Int, maxChecks: Int, checks: Int, metadata: [String: String], createdAt: Timestamp,
        expiresAt: Timestamp, approvedBy: VerificationID? = nil, appProof: String? = nil
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
        (self.approvedBy, self.appProof) = (approvedBy, appProof)
    }

    package init(_ row: NewVerification) {
        self.init(
            id: row.request.id, phoneKey: row.request.phoneKey, status: row.status, reason: row.reason, code: row.code,
            maxSends: row.maxSends, maxChecks: row.maxChecks, checks: 0, metadata: row.request.metadata,
            createdAt: row.createdAt, expiresAt: row.expiresAt, appProof: row.request.appVerification?.record)
    }

    /// The status at `now`: a pending verification ends by itself when its code expires or its tries are used up.
    package func status(at now: Timestamp) -> VerificationStatus {
        guard status == .pending else { return status }
        if expiresAt <= now { return .expired }
        return checks >= maxChecks ? .maxAttemptsReached : .pending
    }

    /// The status at `now` as the holder of a request's id may know it.
    ///
    /// Two people may ask for one number, and each has an id. Only the id through which the code came is approved. So the
    /// other person gains nothing by asking. Where no such id is on record, an older version of this program has approved
    /// the verification: then only the verification's own id is approved.
    package func status(of request: VerificationID, at now: Timestamp) -> VerificationStatus {
        let status = status(at: now)
        return status == .approved && request != approvedBy ?? id ? .approvedElsewhere : status
    }

    /// The texts that came with a request of this verification.
    package func metadata(of request: NewRequest) -> [String: String] {
        request.id == id ? metadata : request.metadata
    }

    /// The verification as the holder of a request's id may see it.
    ///
    /// `live` is what the phone's row says, if the row still names this verification.
    package func report(
        to request: NewRequest, live: LiveVerification?, messages: [MessageReport], now: Timestamp
    ) -> VerificationReport {
        report(
            request, status: status(of: request.id, at: now), metadata: metadata(of: request), approvedBy: nil,
            live: live,
            messages: messages, now: now)
    }

    /// The verification as administrators and operators see it, who ask for no request of it; `outcome` is the outcome of
    /// its first request.
    package func wholeReport(
        live: LiveVerification?, messages: [MessageReport], outcome: NewRequest.Outcome, now: Timestamp
    ) -> VerificationReport {
        let first = NewRequest(id: id, verification: id, outcome: outcome, message: nil)
        return report(
            first, status: status(at: now), metadata: metadata, approvedBy: approvedBy, live: live, messages: messages,
            now: now)
    }

    private func report(
        _ request: NewRequest, status: VerificationStatus, metadata: [String: String],
        approvedBy: VerificationID?, live: LiveVerification?, messages: [MessageReport], now: Timestamp
    ) -> VerificationReport {
        let isPending = status == .pending
        return VerificationReport(
            id: id, request: request.id, app: phoneKey.app, status: status, reason: reason, phone: phoneKey.phone,
            createdAt: createdAt,
            expiresAt: expiresAt, resendAfter: live?.resendAfter ?? createdAt,
            remainingSends: isPending ? max(0, maxSends - (live?.sends ?? maxSends)) : 0,
            remainingChecks: isPending ? max(0, maxChecks - checks) : 0, metadata: metadata, messages: messages,
            requestOutcome: request.outcome, approvedBy: approvedBy, appProof: appProof)
    }
}

/// A row of the table `verification`.
package struct NewVerification: Sendable, Hashable {
    package let request: VerificationRequest
    package let status: VerificationStatus
    package let reason: String?
    package let code: CodeSource
    package let maxSends: Int
    package let maxChecks: Int
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
}
