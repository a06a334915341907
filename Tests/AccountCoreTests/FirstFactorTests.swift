import AccountCore
import Testing
import VerificationCore

@Suite("What is asked of a person after the first factor")
struct FirstFactorTests {
    private let phone: SecondFactor
    private let app: SecondFactor
    private var account = Account(LocalID(random: [1]), createdAt: Timestamp(seconds: 1_000))
    private var rules = SecondFactorRules.emulated
    private let shop: ProviderID

    init() throws {
        shop = try #require(ProviderID("oidc.shop"))
        let secret = SealedCode(keyName: "k", bytes: [1])
        phone = SecondFactor("phone", kind: .phone("+14155550100"), enrolledAt: Timestamp(seconds: 1))
        app = SecondFactor(
            "app", kind: .totp(TOTPFactor(secret: secret, usedStep: 0)), enrolledAt: Timestamp(seconds: 1))
        account.factors = [phone, app]
    }

    @Test("an account with factors asks for one of them, unless the rules are off or a backend has signed")
    func asked() throws {
        #expect(try rules.asked(of: account, after: .password) == [phone, app])
        #expect(try rules.asked(of: account, after: shop) == [phone, app])
        #expect(try rules.asked(of: account, after: .custom) == [])
        #expect(try SecondFactorRules().asked(of: account, after: .password) == [])
        #expect(try SecondFactorRules().asked(of: account, after: .phone) == [])
        let bare = Account(account.id, createdAt: account.createdAt)
        #expect(try rules.asked(of: bare, after: .phone) == [])
    }

    @Test("after a phone only an app is a second factor, and only where the project lets accounts begin with a phone")
    func phoneFirst() throws {
        let refused = AccountError.refused(
            .unsupportedFirstFactor, "A phone number cannot be set as a first factor on an SMS based MFA user.")
        #expect(throws: refused) { try rules.asked(of: account, after: .phone) }
        var open = rules
        open.takesAnyAccount = true
        #expect(try open.asked(of: account, after: .phone) == [app])
        var phones = account
        phones.factors = [phone]
        #expect(throws: refused) { try open.asked(of: phones, after: .phone) }
        #expect(throws: refused) { try open.checkUse(of: phone, after: .phone) }
        try open.checkUse(of: app, after: .phone)
        try open.checkUse(of: phone, after: .password)
    }

    @Test("a session goes on without a factor unless one is mandatory; backends and guests are exempt")
    func goesOn() {
        var mandatory = rules
        mandatory.state = .mandatory
        let proven = SignInMethod(.password, secondFactor: phone.proven)
        for method in [SignInMethod(.password), SignInMethod(.phone), SignInMethod(shop)] {
            #expect(rules.letsGoOn(method) && !mandatory.letsGoOn(method))
        }
        for method in [proven, SignInMethod(.custom), SignInMethod(.anonymous)] { #expect(mandatory.letsGoOn(method)) }
    }

    @Test("a refresh of a session that lacks a mandatory factor ends it, and clients sign the person out")
    func refresh() {
        var mandatory = rules
        mandatory.state = .mandatory
        let now = account.createdAt
        func decide(_ method: SignInMethod, _ rules: SecondFactorRules) -> SessionRefresh {
            let session = RefreshSession(tokenHash: [1], method: method, beganAt: now)
            return .decide(
                session, lastUsedAt: now, hasEnded: false, of: account,
                for: RefreshAttempt(tokenHash: [1], secondFactors: rules, at: now))
        }
        #expect(decide(SignInMethod(.password), mandatory) == .refused(.refused(.tokenExpired)))
        for (method, rules) in [
            (SignInMethod(.password), rules), (SignInMethod(.password, secondFactor: phone.proven), mandatory),
        ] {
            guard case .refreshed = decide(method, rules) else {
                Issue.record("\(method)")
                continue
            }
        }
    }

    @Test("whoever changes factors has proved one that the account has, where it has any and the rules are on")
    func proven() throws {
        let (bare, lacking) = (Account(account.id, createdAt: account.createdAt), SignInMethod(.password))
        try rules.checkProven(by: lacking, for: bare)
        try SecondFactorRules().checkProven(by: lacking, for: account)
        try rules.checkProven(by: SignInMethod(.password, secondFactor: app.proven), for: account)
        let gone = SignInMethod(.password, secondFactor: .init(.phone, enrollmentID: "gone"))
        for method in [lacking, gone] {
            #expect(throws: AccountError.refused(.credentialTooOld)) { try rules.checkProven(by: method, for: account) }
        }
    }

    @Test("a factor goes by its name, and the last one stays where one is mandatory")
    func remaining() throws {
        #expect(try rules.remaining(without: "phone", of: account) == [app])
        for id in [nil, "", "x"] as [String?] {
            #expect(throws: AccountError.refused(.mfaEnrollmentNotFound)) {
                try rules.remaining(without: id, of: account)
            }
        }
        var mandatory = rules
        mandatory.state = .mandatory
        var one = account
        one.factors = [phone]
        #expect(try mandatory.remaining(without: "app", of: account) == [phone])
        #expect(try rules.remaining(without: "phone", of: one) == [])
        #expect(throws: AccountError.self) { try mandatory.remaining(without: "phone", of: one) }
    }

    @Test("a session that takes another's place keeps a second factor that the account still has")
    func keeping() {
        let method = SignInMethod(.password, secondFactor: phone.proven)
        #expect(method.keeping([phone, app]) == method && method.keeping([app]) == SignInMethod(.password))
        #expect(method.replacingFirst(by: .phone) == SignInMethod(.phone, secondFactor: phone.proven))
    }

    @Test("a number that is linked keeps the session's factor, and a sign-in by it asks for one")
    func linking() throws {
        var open = rules
        open.takesAnyAccount = true
        let number = "+14155550177"
        func decide(_ method: SignInMethod?, phone: String?) throws -> PhoneSignedIn {
            var account = account
            account.phone = phone
            let attempt = PhoneSignInAttempt(
                phone: number, proof: .code(VerificationID(high: 1, low: 2)),
                current: method.map { .init(id: account.id, tokenMadeAt: account.createdAt, method: $0) },
                newID: LocalID(random: [2]), secondFactors: open,
                session: RefreshSession(tokenHash: [1], method: SignInMethod(.phone), beganAt: account.createdAt))
            return try attempt.attempt.decide([account]).outcome
        }
        let proven = SignInMethod(.password, secondFactor: app.proven)
        guard case .signedIn(let linked, let session, false) = try decide(proven, phone: nil) else {
            Issue.record("nothing was linked")
            return
        }
        #expect(linked.phone == number && session.method == SignInMethod(.phone, secondFactor: app.proven))
        #expect(throws: AccountError.refused(.credentialTooOld)) { try decide(SignInMethod(.password), phone: nil) }
        for method in [nil, proven] {
            guard case .secondFactor = try decide(method, phone: number) else {
                Issue.record("no factor was asked for")
                continue
            }
        }
    }
}
