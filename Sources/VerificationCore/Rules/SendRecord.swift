/// What became of one send, on its way to the store.
package struct SendRecord: Sendable, Hashable {
    /// What is known of the send.
    package enum Outcome: Sendable, Hashable {
        case accepted(gatewayID: String?)
        /// It did not leave; the next try is due after so long.
        case waiting(Duration, reason: String)
        /// It may have left, and is sent once more under the same id after so long.
        case waitingAfterUnknown(Duration, reason: String)
        /// It did not leave and will not.
        case failed(reason: String)
        /// It left, and did not arrive.
        case undelivered(reason: String)
        case unknown(reason: String)
    }

    package let order: SendOrder
    package let request: VerificationRequest
    package let rules: SendingRules
    package let gateway: String
    package let language: LanguageTag
    package let encoding: SMSEncoding
    package let parts: Int
    package let outcome: Outcome

    package init(
        order: SendOrder, request: VerificationRequest, rules: SendingRules, gateway: String, text: MessageText,
        outcome: Outcome
    ) {
        self.order = order
        self.request = request
        self.rules = rules
        self.gateway = gateway
        self.language = text.language
        self.encoding = text.encoding
        self.parts = text.parts
        self.outcome = outcome
    }
}
