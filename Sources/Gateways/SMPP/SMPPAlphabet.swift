import VerificationCore

/// Which letters an SMSC reads in a message that names no alphabet.
package enum SMPPAlphabet: String, Sendable, CaseIterable {
    /// GSM 03.38, a septet in each octet, as most SMSCs have it.
    case gsm
    /// ISO 8859-1.
    case latin1
    /// What SMPP calls IA5.
    case ascii
}

extension SMPPAlphabet {
    /// What one segment holds of letters that the GSM alphabet lacks, alone and of a longer message.
    private static let (octetsInOne, octetsPerPart) = (140, 134)

    /// The octets of a text's segments; nil where the alphabet lacks a letter of it.
    ///
    /// On the air the SMSC writes Latin-1 and ASCII as GSM 03.38 where it can. So such a text is cut where the GSM
    /// alphabet fills a segment, and any other text where its octets do.
    func segments(of text: String) -> [[UInt8]]? {
        let encoding = SMSEncoding(for: text)
        switch self {
        case .gsm: return encoding == .gsm7 ? encoding.segments(of: text).map { encoding.octets(of: $0) } : nil
        case .latin1, .ascii:
            guard let whole = octets(of: text) else { return nil }
            // A letter is an octet, and every letter of the text has one.
            if encoding == .gsm7 { return encoding.segments(of: text).compactMap { octets(of: $0) } }
            guard whole.count > Self.octetsInOne else { return [whole] }
            return stride(from: 0, to: whole.count, by: Self.octetsPerPart).map {
                Array(whole[$0..<min($0 + Self.octetsPerPart, whole.count)])
            }
        }
    }

    /// Each letter as the octet of its number; nil where a letter has none.
    private func octets(of text: String) -> [UInt8]? {
        var octets: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let octet = UInt8(exactly: scalar.value), has(octet) else { return nil }
            octets.append(octet)
        }
        return octets
    }

    private func has(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x0A, 0x0D, 0x20...0x7E: true
        case 0xA0...0xFF: self == .latin1
        default: false
        }
    }
}
