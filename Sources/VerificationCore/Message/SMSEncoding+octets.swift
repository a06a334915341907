extension SMSEncoding {
    /// A part's octets as SMPP carries them: each septet in an octet, or UTF-16 with the high octet first.
    ///
    /// `Your code` is `59 6F 75 72 20 63 6F 64 65` in GSM-7, and `€` is `1B 65`. Characters that the encoding lacks are
    /// left out; a text's own encoding lacks no character of it.
    package func octets(of part: String) -> [UInt8] {
        switch self {
        case .gsm7: part.unicodeScalars.flatMap { GSMAlphabet.codes($0) ?? [] }
        case .ucs2: part.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
    }
}
