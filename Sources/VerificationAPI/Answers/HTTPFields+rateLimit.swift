import HTTPTypes
import VerificationCore

extension HTTPFields {
    /// Adds the `RateLimit` fields: what a limit has left, and in how many seconds it admits one more than that.
    mutating func tell(_ quota: RateLimit, called name: String, left: Int, moreAfter seconds: Int) {
        self[.rateLimitPolicy] = "\"\(name)\";q=\(quota.count);w=\(quota.interval.secondsRoundedUp)"
        self[.rateLimit] = "\"\(name)\";r=\(left);t=\(seconds)"
    }
}

extension Duration {
    /// Never 0, which would invite a caller to come back at once.
    var wholeSecondsToWait: Int { max(1, secondsRoundedUp) }
}
