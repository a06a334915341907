import VerificationCore

/// What came of a try to sign in.
package enum SignIn: Sendable, Hashable {
    /// `token` and `browser` belong into cookies of the browser, and nowhere else.
    case done(Operator, token: String, browser: KnownBrowser)
    /// The name or the password is wrong; which of them, nobody learns.
    case wrong
    /// Too many wrong passwords for this name by browsers like this, or too many people sign in at this moment.
    case tooMany(retryAfter: Duration)
    /// Nobody may sign in yet: no operator has been made, or this process has not read them.
    case closed
}
