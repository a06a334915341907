import Testing
import VerificationCore

@Suite("An SMS' octets")
struct SMSOctetsTests {
    /// 3GPP TS 23.038, section 6.2.1, row by row; U+FFFD stands for the escape.
    private static let table = Array(
        """
        @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u{FFFD}ÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?\
        ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà
        """.unicodeScalars)

    @Test("each character of the GSM alphabet is the octet of its place in the table")
    func basic() {
        #expect(Self.table.count == 128)
        for (code, scalar) in Self.table.enumerated() where scalar != "\u{FFFD}" {
            #expect(SMSEncoding.gsm7.octets(of: String(scalar)) == [UInt8(code)], "\(scalar)")
        }
    }

    @Test(
        "a character of the extension table is an escape and its octet",
        arguments: [
            ("\u{0C}", 0x0A), ("^", 0x14), ("{", 0x28), ("}", 0x29), ("\\", 0x2F), ("[", 0x3C), ("~", 0x3D),
            ("]", 0x3E),
            ("|", 0x40), ("€", 0x65),
        ] as [(String, UInt8)])
    func extended(text: String, code: UInt8) {
        #expect(SMSEncoding.gsm7.octets(of: text) == [0x1B, code])
    }

    @Test("UCS-2 is UTF-16 with the high octet first, surrogates included")
    func utf16() {
        #expect(SMSEncoding.ucs2.octets(of: "Яа") == [0x04, 0x2F, 0x04, 0x30])
        #expect(SMSEncoding.ucs2.octets(of: "😀") == [0xD8, 0x3D, 0xDE, 0x00])
    }

    @Test(
        "a text has as many octets as units, and twice as many in UCS-2", arguments: ["Your code is 1 €", "код 1 [€]"])
    func count(text: String) {
        let encoding = SMSEncoding(for: text)
        let octets = encoding.octets(of: text).count
        #expect(octets == encoding.units(of: text) * (encoding == .ucs2 ? 2 : 1))
    }
}
