import GatewayKit

extension OutgoingMessage {
    /// The message of that number: the same each time, different from every other.
    public static func sample(
        _ number: Int = 1, phone: String? = nil, text: String? = nil, language: String = "en",
        validFor: Duration = .seconds(600), mayBeDuplicate: Bool = false, traceContext: TraceContext? = nil,
        region: String = "DE", origin: MessageOrigin? = nil
    ) -> OutgoingMessage {
        let low = 0b10 << 62 | UInt64(number)
        let code = String(561_000 + number)
        let e164 = phone ?? "+49151\(10_000_000 + number)"
        return OutgoingMessage(
            id: MessageID(verification: VerificationID(high: 0x019B_7F3E_6000_7000, low: low), ordinal: 1),
            phone: PhoneNumber(e164: e164, region: region, callingCode: 49, kind: .mobile),
            text: MessageText(
                text ?? "Your Demo code is \(code).", language: LanguageTag(language) ?? .english),
            code: code, validFor: validFor, mayBeDuplicate: mayBeDuplicate, traceContext: traceContext,
            origin: origin)
    }
}
