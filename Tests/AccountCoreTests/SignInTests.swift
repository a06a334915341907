import AccountCore
import Testing
import VerificationCore

@Suite("Signing in by phone")
struct SignInTests {
    private let ann = Account(LocalID(random: [1]), createdAt: Timestamp(seconds: 1_000))
    private let bob = Account(LocalID(random: [2]), createdAt: Timestamp(seconds: 1_000))

    @Test("without a token: the owner of the number, or a new account")
    func stranger() throws {
        for isByProof in [false, true] {
            #expect(try PhoneSignIn.decide(owner: nil, current: nil, isByProof: isByProof) == .signUp)
            #expect(try PhoneSignIn.decide(owner: ann, current: nil, isByProof: isByProof) == .signIn(ann.id))
        }
    }

    @Test("with a token: a free number is linked, one's own is a sign-in, another's gives a proof and changes nothing")
    func signedIn() throws {
        #expect(try PhoneSignIn.decide(owner: nil, current: ann, isByProof: false) == .link(ann.id))
        #expect(try PhoneSignIn.decide(owner: ann, current: ann, isByProof: false) == .signIn(ann.id))
        #expect(try PhoneSignIn.decide(owner: bob, current: ann, isByProof: false) == .proof)
        #expect(throws: AccountError.refused(.phoneNumberExists)) {
            try PhoneSignIn.decide(owner: bob, current: ann, isByProof: true)
        }
    }

    @Test("who proved nothing lately gives their account no other number; a guest's first number is free")
    func recently() throws {
        var (named, phoned) = (ann, ann)
        (named.email, named.passwordHash, phoned.phone) = ("ann@shop.test", "hash", "+14155550100")
        let (new, old) = ("+14155550101", "+14155550100")
        func check(_ account: Account, _ phone: String, isRecent: Bool = false, isGuest: Bool = false) throws {
            let current = PhoneSignInAttempt.Current(
                id: account.id, tokenMadeAt: account.createdAt, isRecent: isRecent,
                method: SignInMethod(isGuest ? .anonymous : .phone))
            try current.checkLink(of: phone, to: account)
        }
        try check(ann, new, isGuest: true)
        try check(phoned, old)
        for account in [ann, named, phoned] { try check(account, new, isRecent: true) }
        for (account, isGuest) in [(ann, false), (named, false), (phoned, false), (named, true), (phoned, true)] {
            #expect(throws: AccountError.refused(.credentialTooOld)) { try check(account, new, isGuest: isGuest) }
        }
    }

    @Test("an attempt to link asks once more under the lock, and a sign-in to one's own account does not")
    func attempts() throws {
        var phoned = ann
        phoned.phone = "+14155550100"
        func attempt(_ phone: String) -> PhoneSignInAttempt {
            PhoneSignInAttempt(
                phone: phone, proof: .code(VerificationID(high: 1, low: 2)),
                current: .init(id: ann.id, tokenMadeAt: ann.createdAt, isRecent: false), newID: bob.id,
                session: RefreshSession(tokenHash: [1], method: SignInMethod(.phone), beganAt: ann.createdAt))
        }
        #expect(try attempt("+14155550100").decide(owner: phoned, current: phoned) == .signIn(ann.id))
        #expect(throws: AccountError.refused(.credentialTooOld)) {
            try attempt("+14155550101").decide(owner: nil, current: phoned)
        }
        #expect(try attempt("+14155550101").decide(owner: bob, current: phoned) == .proof)
    }

    @Test("a disabled account gets nothing, be it the owner or the account that is signed in")
    func disabled() {
        var off = ann
        off.isDisabled = true
        for (owner, current) in [(off, nil), (nil, off), (off, off), (bob, off)] as [(Account?, Account?)] {
            #expect(throws: AccountError.refused(.userDisabled)) {
                try PhoneSignIn.decide(owner: owner, current: current, isByProof: false)
            }
        }
    }

    @Test("a token is good from the second of the last revocation on, and while its account is there and not disabled")
    func tokens() throws {
        var account = ann
        account.validSince = Timestamp(seconds: 2_000)
        #expect(try TokenCheck.check(account, madeAt: Timestamp(microseconds: 2_000_000_001)) == account)
        #expect(throws: AccountError.refused(.tokenExpired)) {
            try TokenCheck.check(account, madeAt: Timestamp(microseconds: 1_999_999_999))
        }
        #expect(throws: AccountError.refused(.userNotFound)) {
            try TokenCheck.check(nil, madeAt: Timestamp(seconds: 1))
        }
        account.isDisabled = true
        #expect(throws: AccountError.refused(.userDisabled)) {
            try TokenCheck.check(account, madeAt: Timestamp(seconds: 2_000))
        }
    }
}
