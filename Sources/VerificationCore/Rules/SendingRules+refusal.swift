extension SendingRules {
    /// Why a number is not served whoever asks; nil when it is.
    package func refusal(of phone: PhoneNumber, isTestNumber: Bool) -> RefusalReason? {
        if phone.kind.cannotGetSMS { return .kindNotAllowed }
        // Nothing is sent to a test number, so it does not matter where it is.
        if isTestNumber { return nil }
        if isTesting { return .testingMode }
        return regions.contains(phone.region) ? nil : .regionNotAllowed
    }
}
