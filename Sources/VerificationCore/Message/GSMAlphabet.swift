/// The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, section 6.2.1).
enum GSMAlphabet {
    /// How many septets a character takes: 1, or 2 if it is in the extension table, or 0 if it is in neither.
    static func septets(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x80 { return Int(ascii[Int(scalar.value)]) }
        return scalar == "€" ? 2 : beyondASCII.contains(scalar) ? 1 : 0
    }

    private static let ascii: [UInt8] = (0..<0x80).map { value in
        let scalar = Unicode.Scalar(UInt8(value))
        if extended.contains(scalar) { return 2 }
        return basic.contains(scalar) ? 1 : 0
    }

    private static let beyondASCII = Set(basic.filter { !$0.isASCII })

    /// The characters in the order of their codes, without 1B, which leads into the extension table.
    private static let basic = Array(
        """
        @£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,-./0123456789:;<=>?\
        ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà
        """.unicodeScalars)

    private static let extended = Array("\u{0C}^{}\\[~]|€".unicodeScalars)
}
