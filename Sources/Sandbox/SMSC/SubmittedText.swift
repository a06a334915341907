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
        (text, encoding) = Self.decode(octets, submit.dataCoding)
    }

    /// `data_coding`: 8 and its class bits for UTF-16BE, 1 ASCII, 3 Latin-1, 2 and 4 octets; the rest is the SMSC's own
    /// alphabet, GSM-7.
    private static func decode(_ octets: ArraySlice<UInt8>, _ coding: UInt8) -> (String, SMSEncoding) {
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
            if kind == 0x00, value.count == 3 { return segment(UInt16(value[0]), value[2], of: value[1]) }
            if kind == 0x08, value.count == 4 {
                return segment(UInt16(value[0]) << 8 | UInt16(value[1]), value[3], of: value[2])
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
        return segment(UInt16(reference[0]) << 8 | UInt16(reference[1]), number, of: total)
    }

    private static func segment(_ reference: UInt16, _ number: UInt8, of count: UInt8) -> Segment? {
        guard count > 1, (1...count).contains(number) else { return nil }
        return Segment(reference: reference, number: Int(number), count: Int(count))
    }
}
