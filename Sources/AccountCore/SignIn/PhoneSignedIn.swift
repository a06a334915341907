/// The outcome of a sign-in by a proven number.
package enum PhoneSignedIn: Sendable, Hashable {
    /// The account as it is now, and its session, which has begun.
    case signedIn(Account, RefreshSession, isNew: Bool)
    /// The account has second factors, and this was the first; nothing has changed but that the proof is used up.
    case secondFactor(Account)
    /// This other account has the number: the caller gets a proof with which it may sign in to that account.
    case proof(LocalID)
    /// Nothing has changed, and a code's verification is as unused as before.
    case refused(AccountError)
    /// The code's verification, or the earlier proof, has served a sign-in before.
    case used
}
