import SMPP
import VerificationCore

extension SubmitMessage {
    /// The message; nil for a destination that is no number, or for a text that cannot be read.
    var draft: SandboxMessage.Draft? {
        let digits = destination.text.hasPrefix("+") ? destination.text.dropFirst() : destination.text[...]
        guard (3...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let content = SubmittedText(self)
        else { return nil }
        var draft = SandboxMessage.Draft(
            wireProtocol: .smpp, id: nil, phone: "+" + digits, sender: source.text.isEmpty ? nil : source.text,
            text: content.text)
        draft.encoding = content.encoding
        draft.segment = content.segment
        if content.segment != nil { draft.parts = 1 }
        return draft
    }

    /// Whether the sender wants to hear how the message ended; 2 is for failures alone.
    func wantsReceipt(of status: DeliveryStatus) -> Bool {
        switch status {
        case .queued, .sent: registeredDelivery & 0x10 != 0
        case .delivered: registeredDelivery & 0x03 == 1
        case .undelivered, .failed, .expired, .rejected, .unknown: (1...2).contains(registeredDelivery & 0x03)
        }
    }

    /// The receipt as `deliver_sm` carries it, in the text that most SMSCs write and in parameters.
    func receipt(_ content: ReceiptContent) -> DeliverMessage {
        let (state, word) = Self.state(content.status)
        let (id, isDelivered) = (content.id.text(for: .smpp), content.status == .delivered)
        let text =
            "id:\(id) sub:001 dlvrd:00\(isDelivered ? 1 : 0) submit date:\(content.takenAt.minutes) "
            + "done date:\(content.toldAt.minutes) stat:\(word) err:\(content.status == .undelivered ? "012" : "000") text:"
        var message = DeliverMessage(
            source: destination, destination: source,
            esmClass: content.status == .sent || content.status == .queued ? .notification : .receipt, dataCoding: 0,
            shortMessage: Array(text.utf8))
        message.parameters = [
            Parameter(.receiptedMessageID, Array(id.utf8) + [0]), Parameter(.messageState, [state.rawValue]),
        ]
        return message
    }

    private static func state(_ status: DeliveryStatus) -> (MessageState, word: String) {
        switch status {
        case .queued, .sent: (.enRoute, "ENROUTE")
        case .delivered: (.delivered, "DELIVRD")
        case .undelivered, .failed: (.undeliverable, "UNDELIV")
        case .expired: (.expired, "EXPIRED")
        case .rejected: (.rejected, "REJECTD")
        case .unknown: (.unknown, "UNKNOWN")
        }
    }
}

extension Timestamp {
    /// `YYMMDDhhmm` in UTC.
    fileprivate var minutes: String { String(rfc3339.filter(\.isNumber).dropFirst(2).prefix(10)) }
}
