import VerificationCore

/// The requests that a drain is measured with: distinct phones in four languages, some of them asked for twice, each from
/// an address of its own.
package struct DrainPlan: Sendable {
    package let app: AppID
    package let requests: Int
    /// Every so manieth request repeats the phone of the one before it.
    package let reentrantEvery: Int
    /// Whether each request has a client's address, which no other has.
    package let hasAddresses: Bool

    /// `reentrantEvery`: 0 for no repeats.
    package init(app: AppID, requests: Int, reentrantEvery: Int, hasAddresses: Bool = true) {
        self.app = app
        self.requests = requests
        self.reentrantEvery = reentrantEvery
        self.hasAddresses = hasAddresses
    }

    /// How many different phones the plan has, and so how many SMS may leave.
    package var distinctPhones: Int { requests - (reentrantEvery > 0 ? requests / reentrantEvery : 0) }

    /// Request number `index`; the same in every run but for its id and its time.
    package func request(
        _ index: Int, keys: KeyRing, now: Timestamp, random: UInt64
    ) -> VerificationRequest? {
        let isRepeat = reentrantEvery > 0 && index % reentrantEvery == reentrantEvery - 1
        guard let id = keys.makeID(for: app, at: now, random: random) else { return nil }
        let phone = Self.phone(isRepeat ? index - 1 : index)
        return VerificationRequest(
            id: id, app: app, phone: phone, phoneSeal: keys.seal(phone, of: id),
            language: LanguageTag(Self.languages[index % Self.languages.count]),
            clientIP: hasAddresses ? Self.address(index) : nil, requestedAt: now,
            deadline: now + .seconds(3_600))
    }

    private static let languages = ["fr", "en", "ja", "zh-TW"]

    /// In 10.0.0.0/8, which is wide enough too.
    private static func address(_ number: Int) -> IPAddress? {
        IPAddress("10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)")
    }

    /// A German mobile number; the plan there is wide enough for any drain.
    private static func phone(_ number: Int) -> PhoneNumber {
        let digits = String(number)
        let subscriber = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        return PhoneNumber(e164: "+49151" + subscriber, region: "DE", callingCode: 49, kind: .mobile)
    }
}
