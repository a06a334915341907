import HTTPTypes
import VerificationCore

extension HTTPFields {
    /// Adds the `RateLimit` fields: how many more a limit admits now, and in how many seconds it admits another.
    ///
    /// Example: a limit admits 5 in 600 s. It admits 2 now, and a third in 120 s. Then `RateLimit-Policy` is
    /// `"name";q=5;w=600`, and `RateLimit` is `"name";r=2;t=120`.
    mutating func tell(_ quota: RateLimit, called name: String, left: Int, moreAfter seconds: Int) {
        self[.rateLimitPolicy] = "\"\(name)\";q=\(quota.count);w=\(quota.interval.secondsRoundedUp)"
        self[.rateLimit] = "\"\(name)\";r=\(left);t=\(seconds)"
    }
}

extension Duration {
    /// Rounded up, and never 0, because 0 would invite a caller to come back at once.
    var wholeSecondsToWait: Int { max(1, secondsRoundedUp) }
}
