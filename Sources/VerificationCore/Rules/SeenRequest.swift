/// What is already on record of a request that is delivered again.
package struct SeenRequest: Sendable, Hashable {
    package let verification: VerificationID
    /// Whom it was for; nil when the verification has been forgotten.
    package let key: PhoneKey?
    /// The message that this request caused; none when it was a duplicate, limited, refused or expired.
    package let message: MessageFacts?

    package init(verification: VerificationID, key: PhoneKey?, message: MessageFacts?) {
        self.verification = verification
        self.key = key
        self.message = message
    }
}
