/// What became of one send, for the store to save.
package struct SendRecord: Sendable, Hashable {
    /// What is known of the send.
    package enum Outcome: Sendable, Hashable {
        case accepted(gatewayID: String?)
        /// It did not leave; the next try is due after this time.
        case waiting(Duration, reason: String)
        /// It may have left, and is sent once more under the same id after this time.
        case waitingAfterUnknown(Duration, reason: String)
        /// It has not left and never will.
        case failed(reason: String)
        /// It left, and did not arrive.
        case undelivered(reason: String)
        case unknown(reason: String)
    }

    /// What the store keeps about a text; it never keeps the text itself.
    package struct Written: Sendable, Hashable {
        package let language: LanguageTag
        package let encoding: SMSEncoding
        package let parts: Int
    }

    package let order: SendOrder
    package let request: VerificationRequest
    package let rules: SendingRules
    package let gateway: String
    /// Nil when the worker wrote no text.
    package let written: Written?
    package let outcome: Outcome

    package init(
        order: SendOrder, request: VerificationRequest, rules: SendingRules, gateway: String, text: MessageText?,
        outcome: Outcome
    ) {
        self.order = order
        self.request = request
        self.rules = rules
        self.gateway = gateway
        written = text.map { Written(language: $0.language, encoding: $0.encoding, parts: $0.parts) }
        self.outcome = outcome
    }
}
