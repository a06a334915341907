extension SendingRules {
    /// Why the app refuses every request for a number; nil when it does not.
    ///
    /// Limits are not asked here.
    package func refusal(of phone: PhoneNumber, isTestNumber: Bool) -> RefusalReason? {
        if phone.kind.cannotGetSMS { return .kindNotAllowed }
        // Nothing is sent to a test number, so its region does not matter.
        if isTestNumber { return nil }
        if isTesting { return .testingMode }
        return regions.contains(phone.region) ? nil : .regionNotAllowed
    }
}
