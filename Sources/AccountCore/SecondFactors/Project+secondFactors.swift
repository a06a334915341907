import StrictJSON

// What an operator may change, and read.
extension Project {
    /// Changes what the configuration says of second factors; what is nil stays.
    ///
    /// Throws an `AccountError` with words for a state that is on without a kind of factor.
    package mutating func setSecondFactors(
        _ state: SecondFactorRules.State?, phones: Bool?, apps: Bool?
    ) throws(AccountError) {
        var mfa = others["mfa"]?.object ?? JSONObject()
        if let state { mfa["state"] = .string(state.rawValue) }
        if let phones { mfa["enabledProviders"] = .array(phones ? [.string(SecondFactorRules.phoneWord)] : []) }
        if let apps {
            let kind = mfa["providerConfigs"]?.array?.first { $0["totpProviderConfig"] != nil }?.object
            var changed = kind ?? ["totpProviderConfig": ["adjacentIntervals": .integer(Int64(usualSteps))]]
            changed["state"] = .string((apps ? SecondFactorRules.State.enabled : .disabled).rawValue)
            mfa["providerConfigs"] = .array([.object(changed)])
        }
        others["mfa"] = .object(try SecondFactorRules.checked(mfa, needsKind: true))
    }

    private var usualSteps: Int { SecondFactorRules.usualAdjacentSteps }

    /// For an operator, for example `mandatory (sms, totp), any account enrols`; nil where they are off.
    package var secondFactorsInWords: String? {
        guard let rules = ownSecondFactors, rules.isOn else { return nil }
        let kinds = [rules.takesPhones ? "sms" : nil, rules.takesApps ? "totp" : nil].compactMap(\.self)
        let bounds = rules.takesAnyAccount ? ", any account enrols" : ""
        return "\(rules.state.rawValue.lowercased()) (\(kinds.joined(separator: ", ")))\(bounds)"
    }

    /// What an operator has to know of the project's second factors; nil where nothing is wrong with them.
    package var secondFactorWarning: String? {
        let state = others["mfa"]?["state"]?.string.flatMap(SecondFactorRules.State.init) ?? .disabled
        guard state != .disabled else { return nil }
        guard let rules = ownSecondFactors, rules.isOn else {
            return """
                second factors are \(state.rawValue.lowercased()) and no factor is named, so nobody is asked for one: \
                --second-factor sms,totp, or --second-factors disabled
                """
        }
        let isLocked = rules.state == .mandatory
        let end = isLocked ? ", and a session without a factor ends after an hour" : ""
        guard rules.takesAnyAccount || identities.giveVerifiedAddresses else {
            return """
                people need a verified e-mail address to enrol a factor\(end); no provider that is on gives one: add one, \
                let your backend verify addresses, or say --any-account-enrolls on
                """
        }
        guard !isLocked || !takesPhones || rules.takesApps && rules.takesAnyAccount else {
            return """
                people who sign in by phone can enrol no factor\(end): --second-factor totp --any-account-enrolls on
                """
        }
        return nil
    }
}

extension IdentityRules {
    /// Whether a provider that is on says which addresses are a person's own; Facebook does not.
    fileprivate var giveVerifiedAddresses: Bool { providers.contains { $0.isEnabled && $0.id != .facebook } }
}
