/// Reads the GSM 7-bit default alphabet with its extension table, a septet in each octet.
enum GSMText {
    private static let escape: UInt8 = 0x1B

    /// The characters in the order of their codes; a place that has no character of its own shows as a space.
    private static let basic =
        Array(
            "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u{A0}ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
                .unicodeScalars) + Array("¿abcdefghijklmnopqrstuvwxyzäöñüà".unicodeScalars)

    private static let extended: [UInt8: Unicode.Scalar] = [
        0x0A: "\u{0C}", 0x14: "^", 0x28: "{", 0x29: "}", 0x2F: "\\", 0x3C: "[", 0x3D: "~", 0x3E: "]", 0x40: "|",
        0x65: "€",
    ]

    /// The text of septets; the highest bit of an octet is ignored.
    ///
    /// A code that the extension table lacks shows as the basic table has it, as the standard asks.
    static func decode(_ octets: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for octet in octets {
            let code = octet & 0x7F
            if isEscaped {
                text.append(extended[code] ?? basic[Int(code)])
                isEscaped = false
            } else if code == escape {
                isEscaped = true
            } else {
                text.append(basic[Int(code)])
            }
        }
        return String(text)
    }
}
