/// What happens by itself when nobody can know whether an SMS left.
package enum UnknownOutcomePolicy: String, Sendable, CaseIterable {
    /// Nothing: the person's next request after `resendAfter` sends the same code.
    case hold
    /// The same code is sent once more, marked as a possible duplicate.
    case resend
}
