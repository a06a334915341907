import AccountCore
import Testing
import VerificationCore

@Suite("Second factors as an administrator names them")
struct WantedFactorTests {
    private let now = Timestamp(seconds: 2_000)
    private let app = SecondFactor(
        "app", kind: .totp(TOTPFactor(secret: SealedCode(keyName: "k1", bytes: [1, 2]), usedStep: 7)),
        displayName: "Old",
        enrolledAt: Timestamp(seconds: 1))
    private let phone = SecondFactor("p", kind: .phone("+1"), displayName: "Mine", enrolledAt: Timestamp(seconds: 2))

    private func wanted(
        _ id: String?, _ phone: String?, _ change: (inout WantedFactor) -> Void = { _ in }
    ) -> WantedFactor {
        var factor = WantedFactor()
        (factor.id, factor.phone) = (id, phone)
        change(&factor)
        return factor
    }

    private func factors(_ list: [WantedFactor]) throws(AccountError) -> [SecondFactor] {
        try list.factors(insteadOf: [app, phone], at: now) { text throws(AccountError) in
            guard text.hasPrefix("+") else { throw .refused(.invalidPhoneNumber, "Invalid format.") }
            return text
        }
    }

    @Test("take the place of those that an account has, in the order of the list")
    func replaced() throws {
        let list = try factors([
            wanted("q", "+2") { $0.enrolledAt = Timestamp(seconds: 9) }, wanted("p", "+1"), wanted("r", "+3"),
        ])
        #expect(
            list == [
                SecondFactor("q", kind: .phone("+2"), enrolledAt: Timestamp(seconds: 9)),
                SecondFactor("p", kind: .phone("+1"), enrolledAt: Timestamp(seconds: 2)),
                SecondFactor("r", kind: .phone("+3"), enrolledAt: now),
            ])
        #expect(try factors([]) == [])
    }

    @Test("a number that stands twice counts once, with the first name")
    func duplicates() throws {
        #expect(try factors([wanted("a", "+2"), wanted(nil, "+2"), wanted("a", "+2")]).map(\.id) == ["a"])
        #expect(throws: AccountError.refused(.duplicateMFAEnrollmentID)) {
            try factors([wanted("a", "+2"), wanted("a", "+3")])
        }
    }

    @Test("an app that the account has keeps its secret, and no list makes an app")
    func apps() throws {
        let kept = try factors([wanted("app", nil) { ($0.isApp, $0.displayName) = (true, "New") }, wanted("q", "+2")])
        #expect(kept[0].kind == app.kind && kept[0].displayName == "New" && kept[0].enrolledAt == app.enrolledAt)
        for list in [[wanted("other", nil) { $0.isApp = true }], [wanted("p", nil) { $0.isApp = true }]] {
            let words = "The account has no authenticator app of this mfaEnrollmentId."
            #expect(throws: AccountError.refused(.invalidMFAEnrollmentID, words)) { try factors(list) }
        }
        #expect(try factors([wanted("app", "+2")]).map(\.phone) == ["+2"], "a phone may take its name")
    }

    @Test("none is without a number, without a name, or with a name that is too long, and none is the sixth")
    func refused() {
        let long = String(repeating: "x", count: 257)
        let lists: [([WantedFactor], AccountError)] = [
            ([wanted("a", nil)], .refused(.invalidMFAPhoneNumber, "Invalid format.")),
            ([wanted("a", "15")], .refused(.invalidMFAPhoneNumber, "Invalid format.")),
            ([wanted(nil, "+2")], .refused(.invalidMFAEnrollmentID, "mfaEnrollmentId must be defined.")),
            ([wanted("", "+2")], .refused(.invalidMFAEnrollmentID, "mfaEnrollmentId must be defined.")),
            ([wanted(long, "+2")], .refused(.invalidMFAEnrollmentID, "mfaEnrollmentId is too long or malformed.")),
            ([wanted("\u{0}", "+2")], .refused(.invalidMFAEnrollmentID, "mfaEnrollmentId is too long or malformed.")),
            (
                [wanted("a", "+2") { $0.displayName = long }],
                .refused(.invalidProfileAttribute, "Display name too long.")
            ), ((1...6).map { wanted("\($0)", "+\($0)") }, .refused(.secondFactorLimitExceeded)),
        ]
        for (list, error) in lists { #expect(throws: error) { try factors(list) } }
    }

    @Test("a change counts what comes and what goes; a factor that gets another number is another factor")
    func change() {
        let other = SecondFactor("p", kind: .phone("+9"), enrolledAt: now)
        var named = phone
        named.displayName = "Yours"
        #expect(FactorChange(from: [app, phone], to: [named, app]).removed == 0)
        let change = FactorChange(from: [app, phone], to: [other])
        #expect(change.added == 1 && change.removed == 2)
    }

    @Test("a factor that goes ends sessions, and a factor that comes ends none")
    func sessions() {
        var ann = Account(LocalID(random: [1]), createdAt: now)
        ann.factors = [phone]
        var edit = AccountEdit()
        for (list, ends) in [([phone, app], false), ([phone], false), ([app], true), ([], true)] {
            edit.factors = list
            #expect(edit.endsSessions(of: ann) == ends)
        }
    }
}
