import VerificationCore

extension BreakerNotice {
    /// Why the breaker opened, for people; a reason that a gateway's own link gave stands as it is.
    package var reasonWords: String {
        switch reason {
        case "half-failed": "half of its calls failed"
        case "failures-in-row": "its calls failed in a row"
        case "trial-failed": "a trial call failed"
        default: reason
        }
    }
}
