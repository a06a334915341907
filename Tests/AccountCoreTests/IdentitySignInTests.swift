import AccountCore
import StrictJSON
import Testing
import VerificationCore

@Suite("Signing in by an identity at another provider")
struct IdentitySignInTests {
    private let now = Timestamp(microseconds: 5_000_300_000)
    private let google = ProviderID("google.com") ?? .custom
    private let facebook = ProviderID("facebook.com") ?? .custom
    private let newID = LocalID(random: [9])
    private let factor = SecondFactor("f1", kind: .phone("+14155550199"), enrolledAt: Timestamp(seconds: 900))

    private func account(_ number: UInt8, _ edit: (inout Account) -> Void = { _ in }) -> Account {
        var account = Account(LocalID(random: [number]), createdAt: Timestamp(seconds: 1_000))
        edit(&account)
        return account
    }

    /// Ada at Google, as `edit` changes her.
    private func ada(_ rawID: String = "1", isVerified: Bool = true, _ edit: (inout ProviderLink) -> Void = { _ in })
        throws -> ProvenIdentity
    {
        var link = ProviderLink(
            google, rawID: rawID, displayName: "Ada", photoURL: "http://localhost/a", email: "Ada@Shop.test")
        edit(&link)
        var identity = ProvenIdentity(link, federatedID: "https://accounts.google.com/\(rawID)")
        (identity.isEmailVerified, identity.uses) = (isVerified, [VerificationID(high: 1, low: 2)])
        return try identity.fitted()
    }

    private func attempt(
        _ identity: ProvenIdentity, as current: Account? = nil, isRecent: Bool = true, isGuest: Bool = false,
        reauthenticates: Bool = false, keepsEmailsApart: Bool = true, secondFactors: SecondFactorRules = .emulated,
        factor: SignInMethod.SecondFactor? = nil
    ) -> AccountAttempt<IdentitySignedIn> {
        IdentitySignInAttempt(
            identity: identity,
            current: current.map {
                IdentitySignInAttempt.Current(
                    id: $0.id, tokenMadeAt: now - .seconds(100), isRecent: isRecent, isGuest: isGuest)
            },
            newID: newID, reauthenticates: reauthenticates, keepsEmailsApart: keepsEmailsApart,
            secondFactors: secondFactors,
            session: RefreshSession(
                tokenHash: [1], method: SignInMethod(identity.provider, secondFactor: factor), beganAt: now)
        ).attempt
    }

    /// What an attempt that lets the person in does, and the account as it is then.
    private func signedIn(
        _ attempt: AccountAttempt<IdentitySignedIn>, among accounts: Account..., isNew: Bool = false,
        isRecycled: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> (account: Account, plan: AccountPlan) {
        let (plan, outcome) = try attempt.decide(accounts)
        let account = try #require(plan.account, sourceLocation: sourceLocation)
        #expect(
            outcome == .signedIn(account, isNew: isNew, isRecycled: isRecycled), sourceLocation: sourceLocation)
        #expect(plan.session != nil && plan.usesUp && plan.isNew == isNew, sourceLocation: sourceLocation)
        #expect(account.lastSignInAt == now && account.lastRefreshAt == now, sourceLocation: sourceLocation)
        return (account, plan)
    }

    @Test("an unknown identity with a free address, or with none, makes an account that shows what the provider says")
    func signUp() throws {
        let attempt = attempt(try ada(isVerified: false))
        #expect(attempt.names == [.identity(google, rawID: "1"), .email("ada@shop.test")])
        #expect(attempt.uses == [VerificationID(high: 1, low: 2)])
        let (made, _) = try signedIn(attempt, isNew: true)
        #expect(made.id == newID && made.email == "ada@shop.test" && !made.isEmailVerified)
        #expect(made.displayName == "Ada" && made.photoURL == "http://localhost/a" && made.links.count == 1)
        let bare = try ada { ($0.email, $0.displayName, $0.photoURL) = (nil, nil, nil) }
        let (nameless, _) = try signedIn(self.attempt(bare), isNew: true)
        #expect(nameless.email == nil && !nameless.isEmailVerified && nameless.displayName == nil)
    }

    @Test("a known identity signs in; its link is refreshed, and what the account shows stays")
    func known() throws {
        let known = account(1) {
            ($0.email, $0.displayName) = ("old@shop.test", "Countess")
            $0.links = [
                ProviderLink(google, rawID: "1", email: "old@shop.test", screenName: "ada1"),
                ProviderLink(facebook, rawID: "7"),
            ]
        }
        let (account, plan) = try signedIn(attempt(try ada { $0.displayName = nil }), among: known)
        #expect(account.email == "old@shop.test" && account.displayName == "Countess" && !account.isEmailVerified)
        #expect(account.links.map(\.provider) == [google, facebook])
        let link = try #require(account.links.first)
        #expect(link.email == "Ada@Shop.test" && link.photoURL == "http://localhost/a")
        #expect(link.screenName == "ada1", "what the provider does not say again stays")
        #expect(plan.endsSessionsBefore == nil)
        let again = attempt(try ada(), reauthenticates: true)
        #expect(try signedIn(again, among: known).account.id == known.id)
    }

    @Test("a known identity wins over the account of its address")
    func knownOfOther() throws {
        let (ada, other) = (
            account(1) { $0.links = [ProviderLink(google, rawID: "1")] }, account(2) { $0.email = "ada@shop.test" }
        )
        let attempt = attempt(try self.ada())
        #expect(try signedIn(attempt, among: other, ada).account.id == ada.id)
    }

    @Test("whoever proves once more who they are makes and joins no account")
    func reauthentication() throws {
        let other = account(2) { $0.email = "ada@shop.test" }
        for accounts in [[], [other]] {
            #expect(throws: AccountError.refused(.userNotFound)) {
                try attempt(try ada(), reauthenticates: true).decide(accounts)
            }
        }
    }

    @Test("an unverified address of another account needs a confirmation; nothing changes, and nothing is used up")
    func unverified() throws {
        for isVerified in [false, true] {
            let other = account(2) {
                ($0.email, $0.isEmailVerified) = ("ada@shop.test", isVerified)
                $0.links = [ProviderLink(facebook, rawID: "7")]
            }
            let (plan, outcome) = try attempt(try ada(isVerified: false)).decide([other])
            #expect(outcome == .needsConfirmation(other) && plan == AccountPlan(usesUp: false))
        }
    }

    @Test("a verified address joins its account, which shows what the provider says")
    func joins() throws {
        let known = account(2) {
            ($0.email, $0.isEmailVerified, $0.passwordHash, $0.phone) = ("ada@shop.test", true, "hash", "+14155550100")
            ($0.displayName, $0.photoURL, $0.links) = ("Countess", "old", [ProviderLink(facebook, rawID: "7")])
        }
        let (account, plan) = try signedIn(attempt(try ada { $0.photoURL = nil }), among: known)
        #expect(account.displayName == "Ada" && account.photoURL == nil && account.isEmailVerified)
        #expect(account.passwordHash == "hash" && account.phone == "+14155550100")
        #expect(account.links.map(\.provider) == [facebook, google])
        #expect(plan.endsSessionsBefore == nil && account.validSince == known.validSince)
    }

    @Test("where nobody had proved the address, all that opened the account goes, and its sessions end")
    func takesOver() throws {
        let squatted = account(2) {
            ($0.email, $0.passwordHash, $0.phone) = ("ada@shop.test", "hash", "+14155550100")
            $0.links = [ProviderLink(facebook, rawID: "7")]
            $0.customClaims = try? CustomClaims(#"{"a":1}"#)
        }
        let (account, plan) = try signedIn(attempt(try ada()), among: squatted)
        #expect(account.passwordHash == nil && account.phone == nil)
        #expect(account.links.map(\.provider) == [google] && account.isEmailVerified)
        #expect(account.validSince == now.wholeSecond && plan.endsSessionsBefore == now.wholeSecond + .seconds(1))
        #expect(account.customClaims == squatted.customClaims, "only administrators give them")
    }

    @Test("whoever proves an address that nobody had proved gets past no second factor, and removes none")
    func unverifiedWithFactors() throws {
        for rules in [SecondFactorRules.emulated, SecondFactorRules()] {
            let known = account(2) { ($0.email, $0.passwordHash, $0.factors) = ("ada@shop.test", "hash", [factor]) }
            let (plan, outcome) = try attempt(try ada(), secondFactors: rules).decide([known])
            #expect(outcome == .needsConfirmation(known) && plan == AccountPlan(usesUp: false))
        }
    }

    @Test("an address that the provider has given to another person replaces the former person's link")
    func recycled() throws {
        let known = account(2) {
            ($0.email, $0.isEmailVerified) = ("ada@shop.test", true)
            $0.links = [
                ProviderLink(google, rawID: "former", screenName: "former"), ProviderLink(facebook, rawID: "7"),
            ]
        }
        let (account, _) = try signedIn(attempt(try ada()), among: known, isRecycled: true)
        #expect(account.links.map(\.rawID) == ["1", "7"] && account.links.first?.screenName == nil)
    }

    @Test("second factors are asked for after the identity is linked, and no time of a sign-in moves")
    func secondFactors() throws {
        let base = account(2) {
            ($0.email, $0.isEmailVerified, $0.factors) = ("ada@shop.test", true, [factor])
        }
        var known = base
        known.links = [ProviderLink(google, rawID: "1")]
        for account in [base, known] {
            let (plan, outcome) = try attempt(try ada()).decide([account])
            let saved = try #require(plan.account)
            #expect(outcome == .secondFactor(saved, isRecycled: false) && plan.session == nil && plan.usesUp)
            #expect(saved.links.map(\.rawID) == ["1"] && saved.lastSignInAt == nil && saved.lastRefreshAt == nil)
        }
        _ = try signedIn(attempt(try ada(), secondFactors: SecondFactorRules()), among: known)
        let (linked, linkedOutcome) = try attempt(try ada(), as: base).decide([base])
        #expect(linkedOutcome == .secondFactor(try #require(linked.account), isRecycled: false))
        _ = try signedIn(attempt(try ada(), as: base, factor: factor.proven), among: base)
        let withdrawn = SignInMethod.SecondFactor(.phone, enrollmentID: "gone")
        #expect(try attempt(try ada(), as: base, factor: withdrawn).decide([base]).plan.session == nil)
        let bare = account(2)
        let (_, plan) = try signedIn(attempt(try ada(), as: bare, factor: withdrawn), among: bare)
        #expect(plan.session?.method == SignInMethod(google), "a factor that is gone is proved by nobody")
    }

    @Test("a disabled account is not signed in to, joined, or linked to")
    func disabled() throws {
        let accounts = [
            account(2) { $0.links = [ProviderLink(google, rawID: "1")] },
            account(2) { ($0.email, $0.isEmailVerified) = ("ada@shop.test", true) }, account(2),
        ]
        for (var account, isLink) in zip(accounts, [false, false, true]) {
            account.isDisabled = true
            #expect(throws: AccountError.refused(.userDisabled)) {
                try attempt(try ada(), as: isLink ? account : nil).decide([account])
            }
        }
    }

    @Test("a link adds the identity; the account gets the address only if it has none")
    func link() throws {
        let (plain, own, foreign) = (
            account(2) { ($0.phone, $0.displayName) = ("+14155550100", "Countess") },
            account(2) { ($0.email, $0.passwordHash) = ("ada@shop.test", "hash") },
            account(2) { $0.email = "countess@shop.test" }
        )
        let (first, _) = try signedIn(attempt(try ada(isVerified: false), as: plain), among: plain)
        #expect(first.email == "ada@shop.test" && !first.isEmailVerified && first.displayName == "Countess")
        #expect(try signedIn(attempt(try ada(), as: plain), among: plain).account.isEmailVerified)
        let (second, _) = try signedIn(attempt(try ada(), as: own), among: own)
        #expect(second.isEmailVerified && second.passwordHash == "hash" && second.links.count == 1)
        #expect(!(try signedIn(attempt(try ada(isVerified: false), as: own), among: own).account.isEmailVerified))
        let (third, _) = try signedIn(attempt(try ada(), as: foreign), among: foreign)
        #expect(third.email == "countess@shop.test" && !third.isEmailVerified)
        var former = plain
        former.links = [ProviderLink(google, rawID: "former")]
        #expect(try signedIn(attempt(try ada(), as: former), among: former).account.links.map(\.rawID) == ["1"])
    }

    @Test("an identity that an account has, also one's own, and an address of another account are not linked")
    func conflicts() throws {
        let (mine, other, bearer) = (
            account(2), account(3) { $0.links = [ProviderLink(google, rawID: "1")] },
            account(4) { $0.email = "ada@shop.test" }
        )
        let taken = AccountError.refused(.federatedUserIDAlreadyLinked)
        #expect(throws: taken) { try attempt(try ada(), as: mine).decide([mine, other]) }
        #expect(throws: taken) { try attempt(try ada(), as: other).decide([other]) }
        #expect(throws: taken) { try attempt(try ada(), as: mine, isRecent: false).decide([mine, other, bearer]) }
        #expect(throws: AccountError.refused(.emailExists)) {
            try attempt(try ada(), as: mine).decide([mine, bearer])
        }
    }

    @Test("a link needs a token that is still good and a recent sign-in, except for a guest's first identity")
    func recently() throws {
        let (guest, phoned) = (account(2), account(2) { $0.phone = "+14155550100" })
        _ = try signedIn(attempt(try ada(), as: guest, isRecent: false, isGuest: true), among: guest)
        for (account, isGuest) in [(guest, false), (phoned, false), (phoned, true)] {
            #expect(throws: AccountError.refused(.credentialTooOld)) {
                try attempt(try ada(), as: account, isRecent: false, isGuest: isGuest).decide([account])
            }
        }
        var revoked = guest
        revoked.validSince = now
        #expect(throws: AccountError.refused(.tokenExpired)) { try attempt(try ada(), as: guest).decide([revoked]) }
        #expect(throws: AccountError.refused(.userNotFound)) { try attempt(try ada(), as: guest).decide([]) }
    }

    @Test("where accounts may share addresses, an identity's address stays with its link and decides nothing")
    func shared() throws {
        let other = account(3) { ($0.email, $0.isEmailVerified) = ("ada@shop.test", true) }
        let attempt = attempt(try ada(), keepsEmailsApart: false)
        #expect(attempt.names == [.identity(google, rawID: "1")])
        let (made, _) = try signedIn(attempt, among: other, isNew: true)
        #expect(made.email == nil && made.links.first?.email == "Ada@Shop.test" && made.displayName == "Ada")
        let guest = account(2)
        let linking = self.attempt(try ada(), as: guest, keepsEmailsApart: false)
        #expect(try signedIn(linking, among: guest, other).account.email == nil)
        let own = self.attempt(try ada(), as: other, keepsEmailsApart: false)
        #expect(try signedIn(own, among: other).account.isEmailVerified)
    }

    @Test("an account has identities at no more providers than fit into its tokens")
    func most() throws {
        let full = account(2) { account in
            account.links = (0..<Profile.mostLinks).compactMap { number in
                ProviderID("oidc.\(number)").map { ProviderLink($0, rawID: "1") }
            }
        }
        #expect(throws: AccountError.refused(.invalidProviderID, "An account has at most 20 providers.")) {
            try attempt(try ada(), as: full).decide([full])
        }
    }

    @Test("neither an identity nor an attempt with it prints a token of the provider")
    func hidden() throws {
        var identity = try ada()
        (identity.idToken, identity.accessToken) = ("s3cret.id", "s3cret.access")
        identity.profile = ["nonce": "s3cret"]
        let attempt = IdentitySignInAttempt(
            identity: identity, current: nil, newID: newID,
            session: RefreshSession(tokenHash: [1], method: SignInMethod(google), beganAt: now))
        var dumped = ""
        dump(attempt, to: &dumped)
        for text in ["\(identity)", String(reflecting: identity), "\(attempt)", dumped] {
            #expect(!text.contains("s3cret"))
        }
    }

    @Test("texts of a provider that no account can keep are cut or left out; an id that is none is refused")
    func fitted() throws {
        let flags = String(repeating: "\u{1F1EA}\u{1F1FA}", count: 70)
        let fitted = try ada {
            ($0.displayName, $0.photoURL) = (flags, "http://localhost/" + String(repeating: "a", count: 2_048))
            ($0.email, $0.screenName) = ("no address", "a\0b")
        }
        #expect(fitted.link.displayName == String(flags.prefix(64)) && fitted.link.photoURL == nil)
        #expect(fitted.email == nil && fitted.link.screenName == "ab")
        let (made, _) = try signedIn(attempt(fitted), isNew: true)
        #expect(made.isStorable && made.email == nil)
        for rawID in ["", "a\0", String(repeating: "1", count: 1_000)] {
            #expect { try ada(rawID) } throws: { error in
                guard case .refused(.invalidIDPResponse, _)? = error as? AccountError else { return false }
                return true
            }
        }
        for provider in [ProviderID.password, .phone, .anonymous, .custom] {
            #expect { try ProvenIdentity(ProviderLink(provider, rawID: "1"), federatedID: "1").fitted() } throws: {
                guard case .refused(.invalidCredentialOrProviderID, _)? = $0 as? AccountError else { return false }
                return true
            }
        }
    }
}
