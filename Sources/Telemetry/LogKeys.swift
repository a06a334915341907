/// Every key of log metadata, so that one thing has one name in all log lines.
///
/// None of them is for a code, a key, a password, a message's text or a whole phone number.
package enum LogKeys {
    // MARK: Whom a line is about

    package static let app = "app"
    package static let verification = "verification"
    package static let request = "request"
    package static let message = "message"
    /// Masked: calling code and the last two digits.
    package static let phone = "phone"
    package static let traceparent = "traceparent"

    // MARK: What happened

    package static let status = "status"
    package static let verdict = "verdict"
    package static let outcome = "outcome"
    package static let reason = "reason"
    package static let tries = "tries"
    package static let count = "count"
    /// In milliseconds.
    package static let duration = "durationMs"
    /// In milliseconds.
    package static let delay = "delayMs"

    // MARK: With what

    package static let gateway = "gateway"
    package static let queue = "queue"
    package static let endpoint = "endpoint"
    package static let state = "state"
    package static let signal = "signal"
}
