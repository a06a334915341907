import Assembly
import VerificationCore

/// A message that looks like any other, with a code that verifies nothing.
struct TestMessage {
    let message: OutgoingMessage

    init(to phone: PhoneNumber, in language: LanguageTag) throws {
        let life = Duration.seconds(600)
        let code = (0..<6).map { _ in String(Machine.random() % 10) }.joined()
        let style = MessageStyle(
            name: "verifyd", maxParts: 1, transliterates: false, warns: false, codeDigits: 6, codeLife: life)
        let text = try MessageWriter.standard().write(
            in: style, code: code, minutes: MessageWriter.minutes(remaining: life), language: language)
        message = OutgoingMessage(
            id: MessageID(verification: .unsigned(at: Machine.now(), random: Machine.random()), ordinal: 1),
            phone: phone, text: text, code: code, validFor: life, mayBeDuplicate: false)
    }
}

extension VerificationID {
    /// Of no app and no row: only the gateway sees it.
    fileprivate static func unsigned(at time: Timestamp, random: UInt64) -> VerificationID {
        VerificationID(
            high: UInt64(time.milliseconds) << 16 | 0x7000 | random & 0xFFF, low: 0b10 << 62 | random >> 12)
    }
}
