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
        #expect(throws: WireError.refused(.phoneNumberExists)) {
            try PhoneSignIn.decide(owner: bob, current: ann, isByProof: true)
        }
    }

    @Test("a disabled account gets nothing, be it the owner or the account that is signed in")
    func disabled() {
        var off = ann
        off.isDisabled = true
        for (owner, current) in [(off, nil), (nil, off), (off, off), (bob, off)] as [(Account?, Account?)] {
            #expect(throws: WireError.refused(.userDisabled)) {
                try PhoneSignIn.decide(owner: owner, current: current, isByProof: false)
            }
        }
    }

    @Test("a token is good from the second of the last revocation on, and while its account is there and not disabled")
    func tokens() throws {
        var account = ann
        account.validSince = Timestamp(seconds: 2_000)
        #expect(try TokenCheck.check(account, madeAt: Timestamp(microseconds: 2_000_000_001)) == account)
        #expect(throws: WireError.refused(.tokenExpired)) {
            try TokenCheck.check(account, madeAt: Timestamp(microseconds: 1_999_999_999))
        }
        #expect(throws: WireError.refused(.userNotFound)) { try TokenCheck.check(nil, madeAt: Timestamp(seconds: 1)) }
        account.isDisabled = true
        #expect(throws: WireError.refused(.userDisabled)) {
            try TokenCheck.check(account, madeAt: Timestamp(seconds: 2_000))
        }
    }
}
