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

    /// Takes back a send that definitely did not happen, from every limit and from its verification's sends.
    ///
    /// The verification ends here when no other message of it has left or is being sent. Otherwise it goes on, because
    /// the person may hold its code. When the message is the verification's latest, the next request may send at once.
    /// After an older message it may not, because the latest message may have brought the code.
    package func takeBack(from phone: inout PhoneState, _ limits: inout SharedCounts) -> [RowChange] {
        if let spentAt {
            phone.sends.takeBack(in: rules.sendsPerPhone, countedAt: spentAt)
            for limit in rules.sharedLimits(of: request) {
                limits.takeBack(limit, countedAt: spentAt)
            }
        }
        guard var live = phone.live, live.id == message.verification else { return [] }
        live.sends -= 1
        if live.messages == message.ordinal { live.resendAfter = nil }
        phone.live = live.sends > 0 ? live : nil
        return live.sends > 0 ? [] : [.endVerification(live.id, status, reason: reason)]
    }
}
