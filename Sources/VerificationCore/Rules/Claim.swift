/// A worker's wish to handle one request: the request, and what the rules need besides.
package struct Claim: Sendable, Hashable {
    package let request: VerificationRequest
    package let rules: SendingRules
    /// The key of the ring by which a new verification's code is made.
    package let codeKey: String
    /// How long the claim is the worker's alone; longer than the gateway call's total deadline.
    package let lease: Duration
    /// A random number that only this worker's handling of this delivery knows.
    ///
    /// When the answer to a claim was lost, the same claim is made again; by the token it finds its own lease and goes
    /// on, for nothing was sent yet.
    package let token: UInt64

    package init(request: VerificationRequest, rules: SendingRules, codeKey: String, lease: Duration, token: UInt64) {
        self.request = request
        self.rules = rules
        self.codeKey = codeKey
        self.lease = lease
        self.token = token
    }
}

/// What the rules say of a claim.
package enum Verdict: Sendable, Hashable {
    /// The one verdict after which a gateway is called.
    case send(SendOrder)
    /// A verification is alive and its last SMS is recent.
    case duplicate(LiveSummary)
    case limited(LimitReached)
    case refused(RefusalReason)
    /// The request's deadline has passed.
    case expired
    /// Another worker may be sending this very message; look again after so long.
    case leased(for: Duration)
    /// The outcome is on record; there is nothing left to do.
    case settled
}

/// Leave to send one message, good until the lease ends.
package struct SendOrder: Sendable, Hashable {
    package let message: MessageID
    package let fence: Int
    /// 1 for the first try of this message.
    package let tries: Int
    package let lease: Duration
    package let code: CodeRecipe
    package let mayBeDuplicate: Bool
    package let summary: LiveSummary
    /// The database's clock when the claim was decided.
    package let decidedAt: Timestamp
}

/// What a caller may know of the live verification.
package struct LiveSummary: Sendable, Hashable {
    package let verification: VerificationID
    package let expiresAt: Timestamp
    /// From this moment on another request sends another SMS.
    package let resendAfter: Timestamp
    package let remainingSends: Int
    package let remainingChecks: Int

    package init(
        verification: VerificationID, expiresAt: Timestamp, resendAfter: Timestamp, remainingSends: Int,
        remainingChecks: Int
    ) {
        self.verification = verification
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
        self.remainingSends = remainingSends
        self.remainingChecks = remainingChecks
    }
}

/// Which limit a request met, and when it is worth trying again.
package struct LimitReached: Sendable, Hashable {
    /// The limits there are, as answers name them.
    package enum Limit: String, Sendable, CaseIterable {
        case sendsPerPhone = "sends-per-phone"
        case sendsPerVerification = "sends-per-verification"
    }

    package let limit: Limit
    /// How many the limit admits, and in how long.
    package let quota: RateLimit
    package let retryAfter: Duration
    /// The verification that the request resolves to: the live one, or its own.
    package let verification: VerificationID
}

/// Why a request is not served at all.
package enum RefusalReason: String, Sendable, CaseIterable {
    /// Premium-rate, shared-cost, pager, fixed line: it costs, or no SMS arrives.
    case kindNotAllowed = "kind-not-allowed"
}
