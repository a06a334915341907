/// What is already on record of a request that is delivered again.
package struct SeenRequest: Sendable, Hashable {
    package let verification: VerificationID
    /// The app and phone that it was for; nil when the verification has been erased.
    package let phone: PhoneKey?
    /// The message that this request caused; nil when it was a duplicate, limited, refused or expired.
    package let message: MessageFacts?

    package init(verification: VerificationID, phone: PhoneKey?, message: MessageFacts?) {
        self.verification = verification
        self.phone = phone
        self.message = message
    }
}
