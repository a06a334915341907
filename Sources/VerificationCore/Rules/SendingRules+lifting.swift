extension SendingRules {
    /// The rules of an emulator, where a developer's tests send and guess as often as they like.
    package var withoutLimits: SendingRules {
        var rules = self
        (rules.sendsPerPhone, rules.sendsPerIP, rules.sendsPerPrefix, rules.sendsPerApp) = ([], [], [], [])
        (rules.wrongCodesPerPhone, rules.wrongCodesPerIP) = ([], [])
        (rules.maxSends, rules.maxChecks) = (RuleBook.mostMessages, RuleBook.mostMessages)
        return rules
    }

    /// The rules without these limits.
    func lifting(_ lifted: LiftedLimits) -> SendingRules {
        var rules = self
        if lifted.contains(.sendsPerPhone) { rules.sendsPerPhone = [] }
        if lifted.contains(.sendsPerPrefix) { rules.sendsPerPrefix = [] }
        if lifted.contains(.sendsPerIP) { rules.sendsPerIP = [] }
        return rules
    }
}
