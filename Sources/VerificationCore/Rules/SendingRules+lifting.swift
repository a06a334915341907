extension SendingRules {
    /// The rules without these limits.
    func lifting(_ lifted: LiftedLimits) -> SendingRules {
        var rules = self
        if lifted.contains(.sendsPerPhone) { rules.sendsPerPhone = [] }
        if lifted.contains(.sendsPerPrefix) { rules.sendsPerPrefix = [] }
        if lifted.contains(.sendsPerIP) { rules.sendsPerIP = [] }
        return rules
    }
}
