import VerificationCore

/// The requests of a measurement, in four languages; some requests repeat the phone of the request before them.
package struct DrainPlan: Sendable {
    package let app: AppID
    package let requests: Int
    /// 0 for no repeats, else at least 2; with 10, the 10th request repeats the 9th phone, the 20th request the 19th.
    package let reentrantEvery: Int
    /// Whether each request has a client's address, different from all others.
    package let hasAddresses: Bool

    package init(app: AppID, requests: Int, reentrantEvery: Int, hasAddresses: Bool = true) {
        self.app = app
        self.requests = requests
        self.reentrantEvery = reentrantEvery
        self.hasAddresses = hasAddresses
    }

    /// How many different phones the plan has; as many SMS should leave.
    package var distinctPhones: Int { requests - (reentrantEvery > 0 ? requests / reentrantEvery : 0) }

    /// Request number `index`, from 0; nil when `keys` has no current key.
    ///
    /// The phone, language and address of a number are the same in every run; the id and the times are not.
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

    /// Lies in 10.0.0.0/8, which has 16 million addresses, more than the largest plan needs.
    private static func address(_ number: Int) -> IPAddress? {
        IPAddress("10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)")
    }

    /// A German mobile number; 100 million numbers begin with `+49151`.
    private static func phone(_ number: Int) -> PhoneNumber {
        let digits = String(number)
        let subscriber = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
        return PhoneNumber(e164: "+49151" + subscriber, region: "DE", callingCode: 49, kind: .mobile)
    }
}
