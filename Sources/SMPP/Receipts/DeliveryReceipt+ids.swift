extension DeliveryReceipt {
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
