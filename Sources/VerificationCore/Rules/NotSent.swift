/// A send that definitely did not happen.
package struct NotSent: Sendable, Hashable {
    package let message: MessageID
    package let request: VerificationRequest
    package let rules: SendingRules
    /// When it took its share of the limits; nil for a test number, which takes no share.
    package let spentAt: Timestamp?
    package let reason: String
    /// The verification's last status, if no other message of it has left.
    package let status: VerificationStatus

    package init(
        message: MessageID, request: VerificationRequest, rules: SendingRules, spentAt: Timestamp?, reason: String,
        status: VerificationStatus
    ) {
        self.message = message
        self.request = request
        self.rules = rules
        self.spentAt = spentAt
        self.reason = reason
        self.status = status
    }
}
