import SMPP
import VerificationCore

/// Writes a message as the `submit_sm` that carry it.
struct SMPPMessages: Sendable {
    /// A receipt at the end of the message's way, whether it arrived or not.
    private static let finalReceipt: UInt8 = 1
    /// What stands for "no text of ours" in `data_coding`: octets, and UTF-16.
    private static let foreignCodings: Set = [2, 4, 8]

    private let settings: SMPPGatewaySettings
    private let parameters: SMPPParameters
    private let dataCoding: UInt8
    private let asksForReceipts: Bool

    /// - Throws: what no `submit_sm` can carry.
    init(_ settings: SMPPGatewaySettings, asksForReceipts: Bool) throws(GatewaySettingsError) {
        try settings.sender.check { SMPPAddress(sender: $0) != nil }
        try settings.sourceKind.check("source")
        try settings.destinationKind.check("destination")
        try settings.india?.check()
        guard let coding = UInt8(exactly: settings.dataCoding), !Self.foreignCodings.contains(settings.dataCoding)
        else { throw GatewaySettingsError(.malformedCoding, setting: "dataCoding") }
        guard !Self.otherCodings(than: settings.alphabet).contains(settings.dataCoding)
        else { throw GatewaySettingsError(.codingOfAnotherAlphabet, setting: "dataCoding") }
        parameters = try SMPPParameters(
            settings.tlvs, besides: settings.india == nil ? [] : [IndianTLVs.entityTag, IndianTLVs.templateTag])
        (self.settings, dataCoding, self.asksForReceipts) = (settings, coding, asksForReceipts)
    }

    /// The names that `data_coding` has for other alphabets: IA5, which is ASCII, and Latin-1.
    private static func otherCodings(than alphabet: SMPPAlphabet) -> Set<Int> {
        switch alphabet {
        case .gsm: [1, 3]
        case .latin1: [1]
        case .ascii: []
        }
    }

    /// The segments of a message in the order in which they go out.
    ///
    /// `reference` joins the segments on the phone: two messages to a phone at the same time need different references.
    func submits(of message: OutgoingMessage, reference: UInt8, at now: Timestamp) -> [SubmitMessage] {
        let text = SMPPText(message.text.text, in: settings.alphabet, dataCoding: dataCoding)
        var submits = segments(of: text, reference: reference, in: blank(message, dataCoding: text.dataCoding, at: now))
        // A receipt of another segment would name an id that the store does not have.
        for index in submits.indices
        where asksForReceipts && settings.receiptOf.asks(at: index, of: submits.count) {
            submits[index].registeredDelivery = Self.finalReceipt
        }
        return submits
    }

    private func segments(of text: SMPPText, reference: UInt8, in blank: SubmitMessage) -> [SubmitMessage] {
        var submit = blank
        guard text.segments.count > 1 else {
            submit.shortMessage = text.segments.first ?? []
            return [submit]
        }
        switch settings.longTexts {
        case .payload:
            submit.parameters.append(Parameter(.messagePayload, value: text.segments.flatMap(\.self)))
            return [submit]
        case .parts:
            return text.segments.enumerated().map { index, segment in
                // 05: five octets follow. 00 03: segments with an 8-bit reference.
                let count = UInt8(clamping: text.segments.count)
                submit.shortMessage = [5, 0, 3, reference, count, UInt8(clamping: index + 1)] + segment
                submit.esmClass = .userDataHeader
                return submit
            }
        }
    }

    /// All of a message but its text.
    private func blank(_ message: OutgoingMessage, dataCoding: UInt8, at now: Timestamp) -> SubmitMessage {
        // Every sender was checked to be one.
        let source = settings.sender[message.phone].flatMap(SMPPAddress.init(sender:)) ?? .none
        var submit = SubmitMessage(
            source: settings.sourceKind.marking(source),
            destination: settings.destinationKind.marking(.international(message.phone.digits)),
            dataCoding: dataCoding, shortMessage: [])
        submit.validityPeriod = settings.validity.period(message.validFor, at: now)
        submit.parameters = (settings.india?.ids(for: message)).map(settings.indiaTLVs.parameters) ?? []
        submit.parameters += parameters.all
        return submit
    }
}

/// A text as an SMSC gets it: its segments in octets, and the `data_coding` that names their alphabet.
struct SMPPText {
    private static let ucs2: UInt8 = 8

    let dataCoding: UInt8
    let segments: [[UInt8]]

    /// `dataCoding` names the SMSC's alphabet; a text with a letter that the alphabet lacks goes in UCS-2.
    init(_ text: String, in alphabet: SMPPAlphabet, dataCoding: UInt8) {
        if let segments = alphabet.segments(of: text) {
            (self.dataCoding, self.segments) = (dataCoding, segments)
        } else {
            let encoding = SMSEncoding.ucs2
            (self.dataCoding, segments) = (Self.ucs2, encoding.segments(of: text).map { encoding.octets(of: $0) })
        }
    }
}

extension SMPPAddress {
    /// A sender with the kind of its number, as most SMSCs want it; nil for what is no sender.
    ///
    /// A number has a plus or more than 8 digits, a short code fewer, and a name 1 to 11 characters.
    init?(sender: String) {
        let digits = sender.hasPrefix("+") ? sender.dropFirst() : sender[...]
        if (1...15).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit) {
            let isShort = !sender.hasPrefix("+") && digits.utf8.count <= 8
            self = isShort ? .shortCode(sender) : .international(String(digits))
        } else {
            guard (1...11).contains(sender.utf8.count), sender.utf8.allSatisfy(\.isPrintableASCII) else { return nil }
            self = .alphanumeric(sender)
        }
    }
}
