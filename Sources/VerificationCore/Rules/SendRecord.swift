/// The outcome of one send, for the store to save.
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
        case unknown(reason: String)
    }

    /// What the store keeps about a text; it never keeps the text itself.
    package struct Written: Sendable, Hashable {
        package let language: LanguageTag
        package let encoding: SMSEncoding
        package let segments: Int
    }

    package let order: SendOrder
    package let request: VerificationRequest
    package let rules: SendingRules
    package let gateway: String
    /// Whether the gateway's provider reports later whether an accepted message was delivered.
    package let reportsDelivery: Bool
    /// Nil when the worker wrote no text.
    package let written: Written?
    package let outcome: Outcome
    /// The calls of this try that did not go well, for the store to add to the message's earlier calls.
    package let calls: [CallReport]
    /// Whether the app has an endpoint for events.
    package let tellsEvents: Bool

    package init(
        order: SendOrder, request: VerificationRequest, rules: SendingRules, gateway: String,
        reportsDelivery: Bool = false, text: MessageText?, outcome: Outcome, calls: [CallReport] = [],
        tellsEvents: Bool = false
    ) {
        self.order = order
        self.request = request
        self.rules = rules
        self.gateway = gateway
        self.reportsDelivery = reportsDelivery
        written = text.map { Written(language: $0.language, encoding: $0.encoding, segments: $0.segments) }
        self.outcome = outcome
        self.calls = calls
        self.tellsEvents = tellsEvents
    }
}

extension SendRecord {
    /// The event for the app when the store saves this record; nil for an outcome that is not final or not known.
    ///
    /// A message that failed for good causes an event only when the verification ends with it.
    package var note: EventNote? {
        guard tellsEvents else { return nil }
        return switch outcome {
        case .accepted: EventNote(order.message.verification, kind: .sent, message: order.message.ordinal)
        case .waiting, .waitingAfterUnknown, .failed, .unknown: nil
        }
    }
}
