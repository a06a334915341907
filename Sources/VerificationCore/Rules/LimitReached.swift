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
        case sendsPerProof = "sends-per-proof"
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
                case .sendsPerProof: .sendsPerProof
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

/// How much a limit has left after it admitted a send.
package struct LimitLeft: Sendable, Hashable {
    package let limit: LimitReached.Limit
    package let quota: RateLimit
    package let count: Int
    /// In how long it admits more than `count`.
    package let moreAfter: Duration

    package init(limit: LimitReached.Limit, quota: RateLimit, count: Int, moreAfter: Duration) {
        self.limit = limit
        self.quota = quota
        self.count = count
        self.moreAfter = moreAfter
    }
}

extension Claim {
    /// The window with the least left, of all windows in which the claim's send counts.
    ///
    /// Of equal windows it is the slowest to admit more. Sends that other transactions count at the same moment are not
    /// included, so a limit that many phones share may have even less left.
    func leastLeft(phone: PhoneState, limits: SharedCounts, at now: Timestamp) -> LimitLeft? {
        var least = phone.sends.leastLeft(of: rules.sendsPerPhone, called: .sendsPerPhone, at: now, orIn: nil)
        for limit in sharedLimits {
            least = limits.counts(of: limit.key)
                .leastLeft(of: limit.windows, called: LimitReached.Limit(limit.key.scope), at: now, orIn: least)
        }
        return least
    }
}

extension SlotCounts {
    fileprivate func leastLeft(
        of windows: [RateLimit], called limit: LimitReached.Limit, at now: Timestamp, orIn other: LimitLeft?
    ) -> LimitLeft? {
        var least = other
        for window in windows {
            guard let more = moreAt(window, at: now) else { continue }
            let left = LimitLeft(
                limit: limit, quota: window, count: remaining(of: window, at: now), moreAfter: more - now)
            if least.map({ (left.count, $0.moreAfter) < ($0.count, left.moreAfter) }) ?? true { least = left }
        }
        return least
    }
}
