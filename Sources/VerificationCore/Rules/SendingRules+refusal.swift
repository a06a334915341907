extension SendingRules {
    /// Whether the app sends to numbers of a kind, as far as the kind matters.
    package func takes(_ kind: PhoneNumber.Kind) -> Bool { !kind.cannotGetSMS || allowedKinds.contains(kind) }

    /// Why the app refuses every request for a number; nil when it does not.
    ///
    /// Limits are not asked here. `isBlocked`: whether an operator's block holds the request, see `BlockRules`.
    package func refusal(of phone: PhoneNumber, isTestNumber: Bool, isBlocked: Bool) -> RefusalReason? {
        if !takes(phone.kind) { return .kindNotAllowed }
        // Nothing is sent to a test number, so neither its region nor a block matters.
        if isTestNumber { return nil }
        if phone.kind == .fiction { return .fictionalNumber }
        if isTesting { return .testingMode }
        if !regions.contains(phone.region) { return .regionNotAllowed }
        return isBlocked ? .blocked : nil
    }
}
