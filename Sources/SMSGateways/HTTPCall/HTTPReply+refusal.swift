import VerificationCore

extension HTTPReply {
    /// What the status alone says of a message that was not taken; nil for a 2xx, which says that it was.
    ///
    /// The status decides, whatever then became of the body. A 2xx must never lead to a second SMS.
    /// `serverErrorsMeanNotSent`: whether the provider promises that a 5xx of its own sent nothing.
    func refusal(at now: Timestamp, serverErrorsMeanNotSent: Bool = false) -> SendOutcome? {
        let reason = "status-\(status)"
        return switch status {
        case 200..<300:
            nil
        case 429, 503:
            throttled(at: now)
        case 408, 409, 425:
            // The provider says that it has not carried it out: the request was too slow, collides, or came too early.
            .refused(reason: reason, .forNow)
        case 303:
            // "Carried out, see there", and nobody knows what was carried out.
            .unknown(reason: reason)
        case 300..<500:
            // Redirects too: when a URL has moved, the operator changes the setting; another try would find the same.
            .refused(reason: reason, .byThisGateway)
        default:
            serverErrorsMeanNotSent ? .refused(reason: reason, .forNow) : .unknown(reason: reason)
        }
    }

    /// Busy, for as long as `Retry-After` says, if it says anything.
    func throttled(at now: Timestamp) -> SendOutcome {
        .throttled(after: retryAfter.flatMap { RetryAfter.wait($0, now: now) })
    }
}
