import VerificationCore

/// The requests of a measurement: distinct phones in four languages, some of them twice, each request from an address of
/// its own.
package struct DrainPlan: Sendable {
    package let app: AppID
    package let requests: Int
    /// With 10, the tenth request repeats the phone of the ninth, the twentieth that of the nineteenth; 0 for no repeats.
    package let reentrantEvery: Int
    /// Whether each request has a client's address that no other request has.
    package let hasAddresses: Bool

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
            id: id, app: app, phone: phone, phoneSignature: keys.sign(phone, of: id),
            language: LanguageTag(Self.languages[index % Self.languages.count]),
            clientIP: hasAddresses ? Self.address(index) : nil, requestedAt: now,
            deadline: now + .seconds(3_600))
    }

    private static let languages = ["fr", "en", "ja", "zh-TW"]

    /// In 10.0.0.0/8, which has 16 million addresses.
    private static func address(_ number: Int) -> IPAddress? {
        IPAddress("10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)")
    }

    /// A German mobile number: under `+49151` there are 100 million.
    private static func phone(_ number: Int) -> PhoneNumber {
        let digits = String(number)
        let subscriber = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        return PhoneNumber(e164: "+49151" + subscriber, region: "DE", callingCode: 49, kind: .mobile)
    }
}
