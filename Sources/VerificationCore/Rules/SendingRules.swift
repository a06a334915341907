/// The numbers by which an app sends; every one has a default that an app may change.
package struct SendingRules: Sendable, Hashable {
    /// Within this time of a send, asking again sends nothing.
    package var resendAfter: Duration
    /// How long a code is good, counted from the claim of its first send.
    package var codeLife: Duration
    /// 4 to 10.
    package var codeDigits: Int
    /// SMS of one verification, the first included.
    package var maxSends: Int
    /// Wrong codes that end a verification.
    package var maxChecks: Int
    /// All must admit a send to one phone.
    package var sendsPerPhone: [RateLimit]
    package var whenUnknown: UnknownOutcomePolicy

    package init(
        resendAfter: Duration = .seconds(60), codeLife: Duration = .seconds(600), codeDigits: Int = 6,
        maxSends: Int = 5, maxChecks: Int = 5,
        sendsPerPhone: [RateLimit] = [RateLimit(5, per: .seconds(600)), RateLimit(10, per: .seconds(86_400))],
        whenUnknown: UnknownOutcomePolicy = .hold
    ) {
        self.resendAfter = resendAfter
        self.codeLife = codeLife
        self.codeDigits = codeDigits
        self.maxSends = maxSends
        self.maxChecks = maxChecks
        self.sendsPerPhone = sendsPerPhone
        self.whenUnknown = whenUnknown
    }

    package static let standard = SendingRules()
}

/// What happens by itself when nobody can know whether an SMS left.
package enum UnknownOutcomePolicy: String, Sendable, CaseIterable {
    /// Nothing: the person's next request after `resendAfter` sends the same code.
    case hold
    /// The same code is sent once more, marked as a possible duplicate.
    case resend
}
