import VerificationCore

extension OutgoingMessage {
    /// How long a provider may keep it before it delivers, in whole seconds, within what the provider takes.
    ///
    /// Rounded down, because a provider must not deliver after the code's end. A code that lives shorter than the
    /// provider's least time gets that time.
    func lifetime(in range: ClosedRange<Int64>) -> Int64 {
        min(max(validFor.components.seconds, range.lowerBound), range.upperBound)
    }
}
