/// What a worker does by itself when it cannot know whether an SMS left.
package enum UnknownOutcomePolicy: String, Sendable, CaseIterable {
    /// It sends nothing. The person's next request after `resendAfter` sends the same code.
    case hold
    /// It sends the same code once more, marked as a possible duplicate.
    case resend
}
