/// The numbers by which an app sends; every one but the regions has a default that an app may change.
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
    /// All must admit a send that one address asked for.
    package var sendsPerIP: [RateLimit]
    /// All must admit a send to numbers that begin alike; see `PhoneNumber.prefix`.
    package var sendsPerPrefix: [RateLimit]
    /// All must admit a send of this app.
    package var sendsPerApp: [RateLimit]
    /// All must admit one more try of a code of one phone, over all its verifications; right codes do not count.
    package var wrongCodesPerPhone: [RateLimit]
    /// The same for one address.
    package var wrongCodesPerIP: [RateLimit]
    /// Where it sends to; what an app's settings do not name is not sent to.
    package var regions: Regions
    package var whenUnknown: UnknownOutcomePolicy
    /// While true only test numbers work.
    package var isTesting: Bool
    /// Test numbers that the app may have.
    package var maxTestNumbers: Int
    /// SMS that one of the app's own texts may be made of; an autofill line may need one more.
    package var maxParts: Int
    /// Whether letters are written plainly where that saves a text from costing more parts.
    package var transliterate: Bool
    /// Whether a message asks its reader to tell nobody the code, where its part has room for that.
    package var warn: Bool

    package init(
        resendAfter: Duration = .seconds(60), codeLife: Duration = .seconds(600), codeDigits: Int = 6,
        maxSends: Int = 5, maxChecks: Int = 5,
        sendsPerPhone: [RateLimit] = [RateLimit(5, per: .seconds(600)), RateLimit(10, per: .seconds(86_400))],
        sendsPerIP: [RateLimit] = [RateLimit(20, per: .seconds(3_600))],
        sendsPerPrefix: [RateLimit] = [RateLimit(10_000, per: .seconds(3_600))],
        sendsPerApp: [RateLimit] = [RateLimit(100_000, per: .seconds(86_400))],
        wrongCodesPerPhone: [RateLimit] = [RateLimit(10, per: .seconds(3_600)), RateLimit(20, per: .seconds(86_400))],
        wrongCodesPerIP: [RateLimit] = [RateLimit(60, per: .seconds(3_600))],
        regions: Regions = .all, whenUnknown: UnknownOutcomePolicy = .hold, isTesting: Bool = false,
        maxTestNumbers: Int = 10, maxParts: Int = 1, transliterate: Bool = false, warn: Bool = false
    ) {
        self.resendAfter = resendAfter
        self.codeLife = codeLife
        self.codeDigits = codeDigits
        self.maxSends = maxSends
        self.maxChecks = maxChecks
        self.sendsPerPhone = sendsPerPhone
        self.sendsPerIP = sendsPerIP
        self.sendsPerPrefix = sendsPerPrefix
        self.sendsPerApp = sendsPerApp
        self.wrongCodesPerPhone = wrongCodesPerPhone
        self.wrongCodesPerIP = wrongCodesPerIP
        self.regions = regions
        self.whenUnknown = whenUnknown
        self.isTesting = isTesting
        self.maxTestNumbers = maxTestNumbers
        self.maxParts = maxParts
        self.transliterate = transliterate
        self.warn = warn
    }

    package static let standard = SendingRules()
}
