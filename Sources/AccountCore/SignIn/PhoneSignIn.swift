/// What a proven phone number does: the person has typed the right code, or brings the proof that an earlier call gave.
package enum PhoneSignIn: Sendable, Hashable {
    /// No account has the number: a new account gets it.
    case signUp
    /// The account has the number already.
    case signIn(LocalID)
    /// The account that is signed in gets the number, in place of any that it had.
    case link(LocalID)
    /// Another account has the number: nothing changes, and the person may sign in to that account by a proof.
    case proof

    /// Decides what happens; the store makes sure that the owner is still the owner when it is done.
    ///
    /// - Parameters:
    ///   - owner: the account that has the number.
    ///   - current: the account that is signed in; nil for a call without a token.
    ///   - isByProof: whether the call brings the proof of an earlier call, and no code.
    /// - Returns: what happens.
    /// - Throws: an `AccountError` if an account is disabled, or if a proof would take a number from its owner.
    package static func decide(
        owner: Account?, current: Account?, isByProof: Bool
    ) throws(AccountError) -> PhoneSignIn {
        if let current, current.isDisabled { throw .refused(.userDisabled) }
        guard let owner else { return current.map { .link($0.id) } ?? .signUp }
        guard let current else {
            guard !owner.isDisabled else { throw .refused(.userDisabled) }
            return .signIn(owner.id)
        }
        if owner.id == current.id { return .signIn(owner.id) }
        guard !isByProof else { throw .refused(.phoneNumberExists) }
        return .proof
    }
}
