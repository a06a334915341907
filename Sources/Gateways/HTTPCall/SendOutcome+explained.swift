import VerificationCore

extension SendOutcome {
    /// The same outcome; a refusal has the provider's own word as its reason, and not the HTTP status.
    func explained(by reason: String) -> SendOutcome {
        if case .refused(_, let refusal) = self { .refused(reason: reason, refusal) } else { self }
    }
}
