/// What became of a sign-in by a proven number.
package enum PhoneSignedIn: Sendable, Hashable {
    /// The account as it is now; its session has begun.
    case signedIn(Account, isNew: Bool)
    /// This other account has the number: the caller gets a proof with which it may sign in to that account.
    case proof(LocalID)
    /// Nothing has changed, and a code's verification is as unused as before.
    case refused(WireError)
    /// The code's verification, or the earlier proof, has served a sign-in before.
    case used
}
