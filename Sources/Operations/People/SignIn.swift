import VerificationCore

/// What came of a try to sign in.
package enum SignIn: Sendable, Hashable {
    /// `token` belongs into the browser's cookie, and nowhere else.
    case done(Operator, token: String)
    /// The name or the password is wrong; which of them, nobody learns.
    case wrong
    /// Too many wrong passwords for this name, or too many people sign in at this moment.
    case tooMany(retryAfter: Duration)
    /// Nobody may sign in yet: no operator has been made, or this process has not read them.
    case closed
}
