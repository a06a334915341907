import VerificationCore

extension SecondFactorRules {
    /// What a factor is, before there is one.
    package enum FactorKind: Sendable, Hashable {
        case phone, app
    }

    /// Throws where nobody of the project may prove a factor of this kind.
    package func check(_ kind: FactorKind) throws(AccountError) {
        switch kind {
        case .phone:
            guard isOn, takesPhones else { throw .refused(.operationNotAllowed, "SMS based MFA not enabled.") }
        case .app:
            guard isOn, takesApps else { throw .refused(.operationNotAllowed, "TOTP based MFA not enabled.") }
        }
    }

    /// Throws where this account may not enrol a factor of this kind.
    ///
    /// A second factor by SMS adds nothing to a first factor by SMS. A guest has no way to sign in again. An address that
    /// nobody has proved may be somebody else's, who would find the account locked.
    ///
    /// `provider`: the first factor of the session.
    package func checkEnrollment(
        of kind: FactorKind, to account: Account, signedInBy provider: ProviderID
    ) throws(AccountError) {
        try check(kind)
        let isPhoneFirst = provider == .phone && kind == .app && takesAnyAccount
        guard isPhoneFirst || ![.phone, .anonymous, .custom].contains(provider) else {
            throw .refused(.unsupportedFirstFactor, "MFA is not available for the given first factor.")
        }
        guard account.isEmailVerified || takesAnyAccount else {
            throw .refused(.unverifiedEmail, "Need to verify email first before enrolling second factors.")
        }
    }

    /// Throws where the account has the factor already, or as many as it may have.
    package func checkRoom(for kind: SecondFactor.Kind, in account: Account) throws(AccountError) {
        if case .phone(let number) = kind, account.factors.contains(where: { $0.phone == number }) {
            throw .refused(
                .secondFactorExists, "Phone number already enrolled as second factor for this account.")
        }
        guard account.factors.count < SecondFactor.mostPerAccount else { throw .refused(.secondFactorLimitExceeded) }
    }
}

extension SecondFactor {
    /// Throws where a factor cannot have the name, as its owner wrote it.
    package static func check(_ displayName: String?) throws(AccountError) {
        guard let displayName else { return }
        if let words = Profile.excess(name: displayName, photoURL: nil) {
            throw .refused(.invalidProfileAttribute, words)
        }
        guard !displayName.utf8.contains(0) else {
            throw .refused(.invalidProfileAttribute, "A display name has no NUL character.")
        }
    }
}

extension SecondFactor.Kind {
    package var kind: SecondFactorRules.FactorKind {
        switch self {
        case .phone: .phone
        case .totp: .app
        }
    }
}

extension Account {
    /// The account with this factor in the place of the factor of its name.
    package func replacing(_ factor: SecondFactor) -> Account {
        var account = self
        account.factors = factors.map { $0.id == factor.id ? factor : $0 }
        return account
    }
}
