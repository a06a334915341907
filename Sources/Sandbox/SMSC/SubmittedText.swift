import SMPP
import VerificationCore

/// The text of a `submit_sm`, wherever and however the sender has written it.
struct SubmittedText: Sendable, Hashable {
    let text: String
    let encoding: SMSEncoding
    /// Nil where the text is whole.
    let segment: Segment?

    /// Nil for a user data header that does not end within the message.
    init?(_ submit: SubmitMessage) {
        var octets = submit.shortMessage[...]
        if octets.isEmpty, let payload = submit.parameters.value(of: .messagePayload) { octets = payload[...] }
        var segment = Self.segment(in: submit.parameters)
        if submit.esmClass.rawValue & ESMClass.userDataHeader.rawValue != 0 {
            guard let length = octets.first, octets.count > length else { return nil }
            segment = Self.segment(inHeader: Array(octets.dropFirst().prefix(Int(length)))) ?? segment
            octets = octets.dropFirst(Int(length) + 1)
        }
        self.segment = segment
        (text, encoding) = Self.decode(octets, in: submit.dataCoding)
    }

    /// `data_coding`: 8 and its class bits for UTF-16BE, 1 ASCII, 3 Latin-1, 2 and 4 octets; the rest is the SMSC's own
    /// alphabet, GSM-7.
    private static func decode(_ octets: ArraySlice<UInt8>, in coding: UInt8) -> (String, SMSEncoding) {
        switch coding {
        case 8:
            let pairs = Array(octets)
            let units = stride(from: 0, to: pairs.count - 1, by: 2).map {
                UInt16(pairs[$0]) << 8 | UInt16(pairs[$0 + 1])
            }
            return (String(decoding: units, as: UTF16.self), .ucs2)
        case 1, 2, 3, 4:
            let text = String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
            return (text, SMSEncoding(for: text))
        default: return (GSMText.decode(octets), .gsm7)
        }
    }

    /// Looks for the elements 00 (a reference of 8 bits) and 08 (of 16 bits).
    private static func segment(inHeader header: [UInt8]) -> Segment? {
        var rest = header[...]
        while let kind = rest.popFirst(), let length = rest.popFirst(), rest.count >= length {
            let value = Array(rest.prefix(Int(length)))
            if kind == 0x00, value.count == 3 { return segment(UInt16(value[0]), number: value[2], of: value[1]) }
            if kind == 0x08, value.count == 4 {
                return segment(UInt16(value[0]) << 8 | UInt16(value[1]), number: value[3], of: value[2])
            }
            rest = rest.dropFirst(Int(length))
        }
        return nil
    }

    /// The parameters `sar_msg_ref_num`, `sar_segment_seqnum` and `sar_total_segments`.
    private static func segment(in parameters: [Parameter]) -> Segment? {
        guard let reference = parameters.value(of: .init(rawValue: 0x020C)), reference.count == 2,
            let total = parameters.value(of: .init(rawValue: 0x020E))?.first,
            let number = parameters.value(of: .init(rawValue: 0x020F))?.first
        else { return nil }
        return segment(UInt16(reference[0]) << 8 | UInt16(reference[1]), number: number, of: total)
    }

    private static func segment(_ reference: UInt16, number: UInt8, of count: UInt8) -> Segment? {
        guard count > 1, (1...count).contains(number) else { return nil }
        return Segment(reference: reference, number: Int(number), count: Int(count))
    }
}

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
        if content.segment != nil { draft.segments = 1 }
        return draft
    }

    /// Whether the sender wants a receipt of this status; 2 is for failures alone.
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
            Parameter(.receiptedMessageID, value: Array(id.utf8) + [0]),
            Parameter(.messageState, value: [state.rawValue]),
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
