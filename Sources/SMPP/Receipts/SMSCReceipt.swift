/// What a `deliver_sm` says about a message that was sent before.
package struct SMSCReceipt: Sendable, Hashable {
    /// The SMSC's id of the message, as the receipt has it; `possibleIDs` holds other ways to write it.
    package let messageID: String
    package let state: MessageState
    /// The network's own code, for example `045`; nil when it is missing or all zeros.
    package let networkError: String?
    /// `YYMMDDhhmm`, perhaps with seconds, in a time zone that only the SMSC knows; nil when it is missing.
    package let doneDate: String?

    /// Reads a receipt: the parameters first, then the text that most SMSCs write.
    ///
    /// Nil for a message that is no receipt, and for a receipt without an id or a state. A text that looks like a receipt
    /// counts only if `esm_class` or a parameter says it: a phone's user can write such a text.
    package init?(_ message: DeliverMessage) {
        let named = message.parameters.value(of: .receiptedMessageID).flatMap(Self.id)
        guard message.esmClass.isReceipt || named != nil else { return nil }
        let text = ReceiptText(message.octets, dataCoding: message.dataCoding)
        let state = Self.state(message.parameters) ?? text[.stat].map(MessageState.init(word:))
        guard let id = named ?? text[.id], let state else { return nil }
        messageID = id
        self.state = state
        networkError = (text[.err] ?? Self.networkError(message.parameters)).flatMap(Self.meaningful)
        doneDate = text[.doneDate].flatMap { date in date.utf8.allSatisfy(\.isDigit) ? date : nil }
    }

    /// The text up to its NUL, which some SMSCs leave out.
    private static func id(_ value: [UInt8]) -> String? {
        let octets = value.prefix { $0 != 0 }
        return octets.isEmpty ? nil : String(latin1: octets)
    }

    private static func state(_ parameters: [Parameter]) -> MessageState? {
        guard let value = parameters.value(of: .messageState), value.count == 1 else { return nil }
        return MessageState(rawValue: value[0]) ?? .unknown
    }

    /// The second and third octet; the first says which kind of network.
    private static func networkError(_ parameters: [Parameter]) -> String? {
        guard let value = parameters.value(of: .networkErrorCode), value.count == 3 else { return nil }
        return String(UInt16(value[1]) << 8 | UInt16(value[2]))
    }

    /// At most ten letters and digits; nil when all are zeros.
    private static func meaningful(_ code: String) -> String? {
        let code = code.prefix(10)
        guard code.utf8.allSatisfy(\.isLetterOrDigit), code.contains(where: { $0 != "0" }) else { return nil }
        return String(code)
    }
}

extension SMSCReceipt {
    /// The id as it is, then the other ways in which the same SMSC may have written it in `submit_sm_resp`.
    ///
    /// Some SMSCs write an id in hexadecimal there and in decimal in receipts, or the reverse, or with zeros before it.
    /// `255` may be `ff` or `FF`, and `00ff` may be `ff` or `255`. Look for the next form only when the form before it is
    /// unknown.
    package var possibleIDs: [String] {
        var ids = [messageID]
        for id in Self.otherForms(of: messageID) where !ids.contains(id) { ids.append(id) }
        return ids
    }

    private static func otherForms(of id: String) -> [String] {
        guard !id.isEmpty, id.utf8.allSatisfy(\.isHexadecimal) else { return [] }
        let short = String(id.drop { $0 == "0" })
        // Longer numbers stay as they are: SMSCs convert numbers of 64 bits at most.
        let hexadecimals = UInt64(id).map { [String($0, radix: 16), String($0, radix: 16, uppercase: true)] } ?? []
        let decimals = UInt64(id, radix: 16).map { [String($0)] } ?? []
        let padded = hexadecimals.filter { $0.count < 8 }.map { String(repeating: "0", count: 8 - $0.count) + $0 }
        return (short.isEmpty ? [] : [short]) + hexadecimals + decimals + padded
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetterOrDigit: Bool { isDigit || (0x61...0x7A).contains(self | 0x20) }
    fileprivate var isHexadecimal: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}
