import AccountCore
import Testing
import VerificationCore

@Suite("What a call wants of an account")
struct AccountDraftTests {
    private let now = Timestamp(seconds: 2_000)

    private var ann: Account {
        var account = Account(LocalID(random: [1]), createdAt: Timestamp(seconds: 1_000))
        (account.email, account.passwordHash, account.phone) = ("ann@example.com", "old", "+14155550100")
        (account.isEmailVerified, account.displayName) = (true, "Ann")
        return account
    }

    private func edit(_ change: (inout AccountDraft) -> Void) throws -> AccountEdit {
        var draft = AccountDraft()
        change(&draft)
        return try AccountEdit(draft, phone: draft.phone, passwordHash: draft.password)
    }

    @Test("an empty draft changes nothing, and ends no session")
    func nothing() throws {
        let edit = try edit { _ in }
        #expect(edit == AccountEdit() && edit.applied(to: ann) == ann && !edit.endsSessions(of: ann))
    }

    @Test("what a draft clears is cleared, whatever else it says of it; empty texts clear too")
    func cleared() throws {
        let edit = try edit {
            ($0.displayName, $0.photoURL, $0.email, $0.customClaims) = ("New", "", "new@example.com", "")
            $0.phone = "+14155550111"
            $0.cleared = [.displayName, .email]
            $0.unlinked = [.phone]
        }
        var account = ann
        (account.photoURL, account.customClaims) = ("http://a", try CustomClaims("{}"))
        let after = edit.applied(to: account)
        #expect(after.displayName == nil && after.photoURL == nil && after.email == nil && after.phone == nil)
        #expect(after.customClaims == nil && !after.isEmailVerified && after.passwordHash == "old")
    }

    @Test("whoever unlinks the password unlinks the address that belongs to it")
    func password() throws {
        let after = try edit { $0.unlinked = [.password] }.applied(to: ann)
        #expect(after.passwordHash == nil && after.email == nil && after.phone == ann.phone)
    }

    @Test("a new password or another address ends sessions now, unless the draft names a moment")
    func sessions() throws {
        #expect(try edit { $0.password = "new" }.endingSessions(of: ann, at: now).validSince == now)
        #expect(try edit { $0.email = "bea@example.com" }.endingSessions(of: ann, at: now).validSince == now)
        #expect(try edit { $0.email = "ANN@example.com" }.endingSessions(of: ann, at: now).validSince == nil)
        #expect(try edit { $0.cleared = [.password] }.endingSessions(of: ann, at: now).validSince == nil)
        let named = try edit { ($0.password, $0.validSince) = ("new", Timestamp(seconds: 5)) }
        #expect(named.endingSessions(of: ann, at: now).validSince == Timestamp(seconds: 5))
        #expect(try edit { $0.validSince = Timestamp(seconds: 5) }.endsSessions(of: ann))
    }

    @Test("an owner keeps of a draft what an owner may want, and ends sessions now")
    func owner() throws {
        var draft = AccountDraft()
        (draft.email, draft.password, draft.phone) = ("a@b", "secret", "+14155550111")
        (draft.displayName, draft.isEmailVerified, draft.isDisabled) = ("A", true, true)
        (draft.validSince, draft.createdAt, draft.lastSignInAt) = (Timestamp(seconds: 1), now, now)
        (draft.cleared, draft.unlinked) = ([.photoURL], [.phone])
        draft.factors = []
        let owner = draft.ofOwner(mayEndSessions: true, mayAddUnproven: false, at: now)
        var expected = AccountDraft()
        (expected.email, expected.password, expected.displayName) = ("a@b", "secret", "A")
        (expected.validSince, expected.cleared, expected.unlinked) = (now, [.photoURL], [.phone])
        #expect(owner == expected)
        expected.factors = []
        #expect(draft.ofOwner(mayEndSessions: true, mayAddUnproven: true, at: now) == expected)
        let nothing = AccountDraft().ofOwner(mayEndSessions: true, mayAddUnproven: true, at: now)
        #expect(nothing == AccountDraft())
    }

    @Test("where nobody may end sessions by a moment, that part of the draft goes, and the rest stays")
    func noMoment() {
        var draft = AccountDraft()
        (draft.validSince, draft.displayName) = (Timestamp(seconds: 1), "A")
        let owner = draft.ofOwner(mayEndSessions: false, mayAddUnproven: false, at: now)
        #expect(owner.validSince == nil && owner.displayName == "A")
    }

    @Test("whatever changes or removes a way to sign in is known as such")
    func waysIn() {
        let changes: [(inout AccountDraft) -> Void] = [
            { $0.email = "a@b" }, { $0.password = "secret" }, { $0.cleared = [.email] }, { $0.cleared = [.password] },
            { $0.unlinked = [.phone] }, { $0.unlinked = [.password] },
        ]
        let others: [(inout AccountDraft) -> Void] = [{ $0.displayName = "A" }, { $0.cleared = [.photoURL] }]
        for (list, isOne) in [(changes, true), (others, false)] {
            for change in list {
                var draft = AccountDraft()
                change(&draft)
                #expect(draft.changesSignIn == isOne)
            }
        }
    }

    @Test("claims are for administrators, and so are links and factors that nobody has proved, but for an emulator's")
    func administrators() throws {
        try AccountDraft().checkOwner(mayAddUnproven: false)
        let changes: [(change: (inout AccountDraft) -> Void, isForEmulators: Bool)] = [
            ({ $0.customClaims = "{}" }, false), ({ $0.linked = ProviderLink(.phone, rawID: "1") }, true),
            ({ $0.factors = [] }, true),
        ]
        for (change, isForEmulators) in changes {
            var draft = AccountDraft()
            change(&draft)
            #expect(throws: AccountError.refused(.insufficientPermission)) {
                try draft.checkOwner(mayAddUnproven: false)
            }
            let refusal = AccountError.refused(.insufficientPermission)
            if isForEmulators {
                try draft.checkOwner(mayAddUnproven: true)
            } else {
                #expect(throws: refusal) { try draft.checkOwner(mayAddUnproven: true) }
            }
        }
    }

    @Test("a link leads to another provider, and its name fits into a store")
    func links() throws {
        let facebook = try #require(ProviderID("facebook.com"))
        try ProviderLink(facebook, rawID: String(repeating: "x", count: 988)).check()
        for link in [
            ProviderLink(facebook, rawID: String(repeating: "x", count: 989)), ProviderLink(.phone, rawID: "1"),
            ProviderLink(.password, rawID: "1"), ProviderLink(.anonymous, rawID: "1"),
        ] {
            #expect(throws: AccountError.refused(.invalidProviderID)) { try link.check() }
        }
    }
}
