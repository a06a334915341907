import HTTPTypes
import VerificationCore

extension HTTPFields {
    /// Adds the `RateLimit` fields: how many more a limit admits now, and in how many seconds it admits one more.
    ///
    /// Example: of 5 in 600 s, 2 are left, and a third in 120 s: `"name";r=2;t=120`.
    mutating func tell(_ quota: RateLimit, called name: String, left: Int, moreAfter seconds: Int) {
        self[.rateLimitPolicy] = "\"\(name)\";q=\(quota.count);w=\(quota.interval.secondsRoundedUp)"
        self[.rateLimit] = "\"\(name)\";r=\(left);t=\(seconds)"
    }
}

extension Duration {
    /// Never 0, which would invite a caller to come back at once.
    var wholeSecondsToWait: Int { max(1, secondsRoundedUp) }
}
