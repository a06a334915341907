import VerificationCore

// What the rules ask of a person who has proved the first factor.
//
// A project whose rules are off asks nobody: accounts keep their factors, and whoever proves the first factor is in. So
// does Firebase. Only an administrator turns the rules off.
extension SecondFactorRules {
    /// The factors of which a sign-in asks for one after this first factor; empty where it asks for none.
    ///
    /// A custom token asks for none: the backend that has signed it has decided who the person is, as with Firebase. After
    /// a phone only an app is a second factor, because two SMS prove the same. Throws where the first factor opens no
    /// account that has factors.
    package func asked(of account: Account, after provider: ProviderID) throws(AccountError) -> [SecondFactor] {
        guard asks(account), provider != .custom else { return [] }
        guard provider == .phone else { return account.factors }
        let apps = account.factors.filter { $0.phone == nil }
        guard takesAnyAccount, !apps.isEmpty else { throw Self.phoneFirst }
        return apps
    }

    /// Throws where a factor proves nothing more than this first factor did.
    package func checkUse(of factor: SecondFactor, after provider: ProviderID) throws(AccountError) {
        guard provider != .phone || factor.phone == nil else { throw Self.phoneFirst }
    }

    /// Whether sign-ins to the account ask for a second factor.
    package func asks(_ account: Account) -> Bool { isOn && !account.factors.isEmpty }

    /// Whether a session of this kind may be refreshed.
    ///
    /// Where a second factor is mandatory, a session without one serves to enrol one. It ends with its first ID token. A
    /// backend answers for its custom tokens. A guest can enrol nothing, and would lose the account with the session.
    package func letsGoOn(_ method: SignInMethod) -> Bool {
        switch state {
        case .disabled, .enabled: true
        case .mandatory: method.secondFactor != nil || [.custom, .anonymous].contains(method.provider)
        }
    }

    /// Throws where an account has factors, and the session that would change them has proved none of them.
    ///
    /// A thief of a password may have a session from before the enrolment. The person signs in anew, and proves a factor.
    package func checkProven(by method: SignInMethod, for account: Account) throws(AccountError) {
        guard asks(account) else { return }
        let proven = method.secondFactor?.enrollmentID
        guard account.factors.contains(where: { $0.id == proven }) else { throw .refused(.credentialTooOld) }
    }

    /// The factors that stay when this one goes; throws where there is no such factor, or where the last one must stay.
    package func remaining(without id: String?, of account: Account) throws(AccountError) -> [SecondFactor] {
        let remaining = account.factors.filter { $0.id != id }
        guard remaining.count < account.factors.count else { throw .refused(.mfaEnrollmentNotFound) }
        guard state != .mandatory || !remaining.isEmpty else {
            throw .refused(.operationNotAllowed, "This project requires a second factor. Enroll another one first.")
        }
        return remaining
    }

    /// For a phone that would be the first factor of an account with factors.
    package static let phoneFirst = AccountError.refused(
        .unsupportedFirstFactor, "A phone number cannot be set as a first factor on an SMS based MFA user.")
}

extension SignInMethod {
    /// The method of a session that takes the place of one of this method, where the first factor is another one now.
    package func replacingFirst(by provider: ProviderID) -> SignInMethod {
        SignInMethod(provider, secondFactor: secondFactor)
    }

    /// The method of a session that takes the place of one of this method, where the account has only these factors left.
    package func keeping(_ factors: [AccountCore.SecondFactor]) -> SignInMethod {
        let isLeft = factors.contains { $0.id == secondFactor?.enrollmentID }
        return SignInMethod(provider, secondFactor: isLeft ? secondFactor : nil)
    }
}
