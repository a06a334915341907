/// A worker's wish to handle one request: the request, and what the rules need besides.
package struct Claim: Sendable, Hashable {
    package let request: VerificationRequest
    package let rules: SendingRules
    /// What is promised for the number when it is one of the app's test numbers.
    package let testNumber: TestNumber?
    /// The key of the ring by which a new verification's code is made.
    package let codeKey: String
    /// How long the claim is the worker's alone; longer than the gateway call's total deadline.
    package let lease: Duration
    /// A random number that only this worker's handling of this delivery knows.
    ///
    /// When the answer to a claim was lost, the same claim is made again; by the token it finds its own lease and goes
    /// on, for nothing was sent yet.
    package let token: UInt64
    /// The shared limits that its send takes from.
    package let sharedLimits: [SharedLimit]

    package init(
        request: VerificationRequest, rules: SendingRules, testNumber: TestNumber? = nil, codeKey: String,
        lease: Duration, token: UInt64
    ) {
        self.request = request
        self.rules = rules
        self.testNumber = testNumber
        self.codeKey = codeKey
        self.lease = lease
        self.token = token
        sharedLimits = rules.sharedLimits(of: request)
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
    /// The request, or the one of the same idempotency key, is on record; there is nothing left to do.
    case settled
    /// The request's idempotency key belongs to another request, which asked for something else.
    case keyReused
    /// The request's id belongs to a request of another phone or app.
    case idReused
    /// The id tells of a time that is more than a day away: its maker's clock is wrong, or the id is made up. Its row
    /// would lie in no day that is ever forgotten.
    case idAhead
}

/// Leave to send one message, good until the lease ends.
package struct SendOrder: Sendable, Hashable {
    package let message: MessageID
    package let fence: Int
    /// 1 for the first try of this message.
    package let tries: Int
    /// When the message took its share of the limits.
    package let spentAt: Timestamp
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
    /// The limit that is used up next, after a send that it admitted; nil where no limit was asked.
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

extension SendOrder {
    /// What a caller may know of the verification when this order's message did not leave and will not.
    package var summaryWithoutSend: LiveSummary {
        LiveSummary(
            verification: summary.verification, expiresAt: summary.expiresAt, resendAfter: decidedAt,
            remainingSends: summary.remainingSends + 1, remainingChecks: summary.remainingChecks)
    }
}

/// Which limit a request met, and when it is worth trying again.
package struct LimitReached: Sendable, Hashable {
    /// The limits there are, as answers name them.
    package enum Limit: String, Sendable, CaseIterable {
        case sendsPerPhone = "sends-per-phone"
        case sendsPerVerification = "sends-per-verification"
        case sendsPerIP = "sends-per-ip"
        case sendsPerPrefix = "sends-per-prefix"
        case sendsPerApp = "sends-per-app"
        case wrongCodesPerPhone = "wrong-codes-per-phone"
        case wrongCodesPerIP = "wrong-codes-per-ip"

        package init(_ scope: LimitKey.Scope) {
            self =
                switch scope {
                case .sendsPerApp: .sendsPerApp
                case .sendsPerIP: .sendsPerIP
                case .sendsPerPrefix: .sendsPerPrefix
                case .wrongCodesPerIP: .wrongCodesPerIP
                }
        }
    }

    package let limit: Limit
    /// How many the limit admits, and in how long.
    package let quota: RateLimit
    package let retryAfter: Duration
    /// The verification that the request resolves to: the live one, or its own.
    package let verification: VerificationID

    package init(limit: Limit, quota: RateLimit, retryAfter: Duration, verification: VerificationID) {
        self.limit = limit
        self.quota = quota
        self.retryAfter = retryAfter
        self.verification = verification
    }
}

/// Why a request is not served at all.
package enum RefusalReason: String, Sendable, CaseIterable {
    /// Premium-rate, shared-cost, pager, fixed line: it costs, or no SMS arrives.
    case kindNotAllowed = "kind-not-allowed"
    /// The app does not send to the number's region.
    case regionNotAllowed = "region-not-allowed"
    /// The app is in testing mode, and the number is none of its test numbers.
    case testingMode = "testing-mode"
}
