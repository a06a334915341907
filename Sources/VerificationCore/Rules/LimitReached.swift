/// Which limit a request or check reached, and how long to wait before the next try.
package struct LimitReached: Sendable, Hashable {
    /// All limits, by the names that answers give them.
    package enum Limit: String, Sendable, CaseIterable {
        case sendsPerPhone = "sends-per-phone"
        case sendsPerVerification = "sends-per-verification"
        case sendsPerIP = "sends-per-ip"
        case sendsPerPrefix = "sends-per-prefix"
        case sendsPerApp = "sends-per-app"
        case sendsPerPhoneAndIP = "sends-per-phone-and-ip"
        case unprovenSends = "unproven-sends"
        case wrongCodesPerPhone = "wrong-codes-per-phone"
        case wrongCodesPerIP = "wrong-codes-per-ip"
        case wrongCodesOfStrangers = "wrong-codes-of-strangers"
        case wrongCodesPerTestNumber = "wrong-codes-per-test-number"

        package init(_ scope: LimitKey.Scope) {
            self =
                switch scope {
                case .sendsPerApp: .sendsPerApp
                case .sendsPerIP: .sendsPerIP
                case .sendsPerPrefix: .sendsPerPrefix
                case .sendsPerPhoneAndIP: .sendsPerPhoneAndIP
                case .unprovenSends: .unprovenSends
                case .wrongCodesPerIP: .wrongCodesPerIP
                case .wrongCodesOfStrangers: .wrongCodesOfStrangers
                case .wrongCodesPerTestNumber: .wrongCodesPerTestNumber
                }
        }
    }

    package let limit: Limit
    /// How many events the limit admits, and in how long.
    package let quota: RateLimit
    package let retryAfter: Duration
    /// The verification that the request resolves to: the live verification, or the request's own.
    package let verification: VerificationID

    package init(limit: Limit, quota: RateLimit, retryAfter: Duration, verification: VerificationID) {
        self.limit = limit
        self.quota = quota
        self.retryAfter = retryAfter
        self.verification = verification
    }
}
