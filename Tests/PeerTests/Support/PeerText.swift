/// Texts that need each way of writing an SMS: the GSM alphabet whole, UCS-2, several segments of each, a cut in a pair.
enum PeerText {
    /// The GSM alphabet's letters in three texts, which fit one segment each.
    static let gsm = [
        "@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?",
        "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà", "€[\\]^{|}~ 561001\n@example.com #561001",
    ]
    static let ucs2 = ["رمزك هو 561001. 🎉\n@example.com #561001", "ваш код: 561001", "ç"]
    /// The second has a letter of two septets where a segment ends, the last a letter of two units.
    static let long = [
        String(repeating: "0123456789", count: 16) + "x",
        String(repeating: "a", count: 152) + "€ and so on, for a while",
        String(repeating: "ж", count: 71), String(repeating: "ж", count: 66) + "🎉" + String(repeating: "ü", count: 70),
    ]

    static let all = gsm + ucs2 + long
}
