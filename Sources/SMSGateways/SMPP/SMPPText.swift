import VerificationCore

/// A text as an SMSC gets it: its parts in octets, and the `data_coding` that names their alphabet.
struct SMPPText {
    private static let ucs2: UInt8 = 8

    let dataCoding: UInt8
    let parts: [[UInt8]]

    /// `dataCoding` names the SMSC's alphabet; a text with a letter that the alphabet lacks goes in UCS-2.
    init(_ text: String, in alphabet: SMPPAlphabet, dataCoding: UInt8) {
        if let parts = alphabet.parts(of: text) {
            (self.dataCoding, self.parts) = (dataCoding, parts)
        } else {
            let encoding = SMSEncoding.ucs2
            (self.dataCoding, parts) = (Self.ucs2, encoding.parts(of: text).map { encoding.octets(of: $0) })
        }
    }
}
