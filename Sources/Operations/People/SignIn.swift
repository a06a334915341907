import VerificationCore

/// What came of a try to sign in.
package enum SignIn: Sendable, Hashable {
    /// `token` and `browser` belong into cookies of the browser, and nowhere else.
    case done(Operator, token: String, browser: KnownBrowser)
    /// The password is right, and the person has to prove the second factor; `pending` goes into the form for it.
    case factor(pending: String)
    /// The code is wrong, or was used before.
    case wrongCode
    /// What the security key has answered is not taken.
    case wrongKey(KeyRefusal)
    /// This process lacks the key that opens the person's second factor.
    case locked
    /// The name or the password is wrong; the caller does not learn which of them.
    case wrong
    /// Too many wrong passwords for this name by browsers like this, or too many people sign in at this moment.
    case tooMany(retryAfter: Duration)
    /// No person may sign in yet: no operator has been made, or this process has not read them.
    case closed
}
