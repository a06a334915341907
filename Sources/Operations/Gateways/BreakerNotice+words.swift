import VerificationCore

extension BreakerNotice {
    /// Why the breaker opened, for people; a word that only another version knows stands as it is.
    package var reasonWords: String { BreakerReason(rawValue: reason)?.words ?? reason }
}

extension BreakerReason {
    /// For people, for example `its calls failed in a row`.
    package var words: String {
        switch self {
        case .halfFailed: "half of its calls failed"
        case .failuresInRow: "its calls failed in a row"
        case .trialFailed: "a trial call failed"
        case .halfSlow: "half of its calls \(Self.slow)"
        case .slowInRow: "its calls \(Self.slow)"
        case .trialSlow: "a trial call \(Self.slow)"
        }
    }

    private static let slow = "took longer than \(BreakerRules().slowCall.components.seconds) s"
}
