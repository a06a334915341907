/// The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, section 6.2.1).
package enum GSMAlphabet {
    /// How many septets a character takes: 1, or 2 if it is in the extension table, or 0 if it is in neither.
    package static func septets(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x80 { return Int(ascii[Int(scalar.value)]) }
        return scalar == "€" ? 2 : beyondASCII.contains(scalar) ? 1 : 0
    }

    /// A character's septets, each in an octet of its own; nil where it is in neither table.
    static func codes(_ scalar: Unicode.Scalar) -> [UInt8]? {
        if let code = basicCodes[scalar] { return [code] }
        return extendedCodes[scalar].map { [escape, $0] }
    }

    /// Leads into the extension table.
    private static let escape: UInt8 = 0x1B

    /// The escape's place is not in `basic`, so the codes after it are a place further.
    private static let basicCodes = Dictionary(
        uniqueKeysWithValues: basic.enumerated().map { ($1, UInt8($0 < escape ? $0 : $0 + 1)) })

    private static let extendedCodes = Dictionary(
        uniqueKeysWithValues: zip(extended, [0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65] as [UInt8]))

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
