import Testing
import VerificationCore
import VerificationTesting

@Suite("Rules: what has been used of limits")
struct LimitSubjectTests {
    private static let start = Timestamp(seconds: 1_767_225_600)
    private static let minute = RateLimit(2, per: .seconds(60))
    private static let hour = RateLimit(5, per: .seconds(3_600))

    @Test(
        "each window of each limit that holds a send says what is used, when it admits one more, and when all is free")
    func phoneAndAddress() throws {
        var rules = SendingRules(
            sendsPerPhone: [Self.minute, Self.hour], sendsPerIP: [Self.minute], sendsPerPrefix: [Self.hour],
            sendsPerApp: [], wrongCodesPerPhone: [Self.minute], wrongCodesPerIP: [Self.hour])
        rules.maxSends = 2
        let subject = try subject(rules, phone: "+491510001", address: "2001:db8:1:2::9")
        var phone = PhoneState()
        for seconds in [0, 10] { phone.sends.count(in: rules.sendsPerPhone, at: Self.at(seconds)) }
        phone.live = LiveVerification(
            id: VerificationID(high: 1, low: 1), code: .made(CodeRecipe(keyName: "key", digits: 6)),
            expiresAt: Self.at(600), lastEnd: Self.at(600), sends: 2, messages: 3, resendAfter: nil, wrongCodes: 0)
        var counts = SharedCounts()
        for limit in subject.sharedLimits where limit.key.scope != .wrongCodesPerIP {
            counts.count(limit, at: Self.start)
        }

        let uses = subject.uses(phone: phone, counts: counts, at: Self.at(20))
        #expect(
            uses.map { Self.words($0, subject) } == [
                "sends-per-phone of +491510001: 2 of 2 in 60 s, admits at 61, free at 71",
                "sends-per-phone of +491510001: 2 of 5 in 3600 s, admits now, free at 3660",
                "wrong-codes-per-phone of +491510001: 0 of 2 in 60 s, admits now",
                "sends-per-verification of +491510001: 2 of 2 in 600 s, admits at 600, free at 600",
                "sends-per-ip of 2001:db8:1:2::/64: 1 of 2 in 60 s, admits now, free at 61",
                "sends-per-prefix of 49-DE: 1 of 5 in 3600 s, admits now, free at 3660",
                "wrong-codes-per-ip of 2001:db8:1:2::/64: 0 of 5 in 3600 s, admits now",
                "sends-per-phone-and-ip of +491510001 2001:db8:1:2::/64: 1 of 2 in 60 s, admits now, free at 61",
                "sends-per-phone-and-ip of +491510001 2001:db8:1:2::/64: 1 of 3 in 3600 s, admits now, free at 3660",
            ])
    }

    @Test("a code that is over or fixed has used no sends, and fewer admitted than used is told as it is")
    func live() throws {
        let rules = SendingRules(sendsPerPhone: [RateLimit(1, per: .seconds(60))], wrongCodesPerPhone: [])
        let subject = try subject(rules, phone: "+491510001")
        var phone = PhoneState()
        phone.sends.count(3, in: [Self.minute], at: Self.start)
        for (code, end) in [(CodeSource.made(CodeRecipe(keyName: "key", digits: 6)), 10), (.fixed, 600)] {
            phone.live = LiveVerification(
                id: VerificationID(high: 1, low: 1), code: code, expiresAt: Self.at(end), lastEnd: Self.at(end),
                sends: 1, messages: 1,
                resendAfter: nil, wrongCodes: 0)
            let uses = subject.uses(phone: phone, counts: SharedCounts(), at: Self.at(20))
            #expect(uses.map(\.limit) == [.sendsPerPhone, .sendsPerPrefix, .sendsPerApp])
            #expect(uses[0].used == 3 && uses[0].admitsAt == Self.at(61))
        }
    }

    @Test("without a phone and an address there is the app's limit alone")
    func appAlone() throws {
        let subject = try subject(SendingRules())
        #expect(subject.phoneKey == nil)
        #expect(
            subject.uses(phone: PhoneState(), counts: SharedCounts(), at: Self.start).map(\.limit) == [.sendsPerApp])
        let held = LimitReached.Limit.allCases.filter { subject.holder(of: $0) != nil }
        #expect(held == [.sendsPerApp] && held.compactMap(subject.key) == subject.sharedLimits.map(\.key))
    }

    private func subject(
        _ rules: SendingRules, phone: String? = nil, address: String? = nil
    ) throws -> LimitSubject {
        LimitSubject(
            app: try #require(AppID("shop")), rules: rules,
            phone: try phone.map { try FakePhoneNumberParser().parse($0) },
            address: try address.map { try #require(IPAddress($0)) })
    }

    private static func at(_ seconds: Int) -> Timestamp { start + .seconds(seconds) }

    private static func words(_ use: LimitUse, _ subject: LimitSubject) -> String {
        func seconds(_ moment: Timestamp) -> Int { (moment - start).secondsRoundedUp }
        return
            "\(use.limit.rawValue) of \(subject.holder(of: use.limit) ?? "nobody"): \(use.used) of \(use.quota.count)"
            + " in \(use.quota.seconds) s, admits \(use.admitsAt.map { "at \(seconds($0))" } ?? "now")"
            + (use.freeAt.map { ", free at \(seconds($0))" } ?? "")
    }
}
