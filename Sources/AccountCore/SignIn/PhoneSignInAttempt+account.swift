extension PhoneSignInAttempt {
    /// The account as a decision of this attempt leaves it, its session begun; nil where no account changes.
    package func account(after decision: PhoneSignIn, owner: Account?, current: Account?) -> Account? {
        let before: Account? =
            switch decision {
            case .signUp: Account(newID, createdAt: time)
            case .signIn: owner
            case .link: current
            case .proof: nil
            }
        guard var account = before else { return nil }
        account.phone = phone
        account.lastSignInAt = time
        return session.begun(by: account)
    }
}
