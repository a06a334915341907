import Messages
import VerificationCore

extension VerificationRequest {
    /// The sample request with this number: the same in each call, and different from the samples with other numbers.
    ///
    /// Every member is set except the idempotency key. `number` has 9 digits at most.
    package static func sample(_ number: Int) -> VerificationRequest? {
        let digits = String(number)
        let phone = try? FakePhoneNumberParser().parse(
            "+491" + String(repeating: "0", count: 9 - digits.count) + digits)
        guard let phone, let app = AppID("demo") else { return nil }
        let requestedAt = Timestamp(seconds: 1_767_225_600)
        let high = UInt64(requestedAt.milliseconds) << 16 | 0x7000
        return VerificationRequest(
            id: VerificationID(high: high, low: 0b10 << 62 | UInt64(number)), app: app, phone: phone,
            language: LanguageTag("de"), clientIP: IPAddress("192.0.2.1"),
            autofill: Autofill(webOTPDomain: "example.com"),
            metadata: ["order": digits], requestedAt: requestedAt, deadline: requestedAt + .seconds(600))
    }
}
