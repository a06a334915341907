import AccountCore
import Testing
import VerificationCore

@Suite("Accounts and their edits")
struct AccountTests {
    private let account: Account

    init() throws {
        var account = Account(LocalID(random: [1]), createdAt: Timestamp(microseconds: 5_700_000))
        account.phone = "+14155550123"
        (account.email, account.isEmailVerified, account.passwordHash) = ("ann@shop.test", true, "hash")
        account.links = [ProviderLink(try #require(ProviderID("facebook.com")), rawID: "77")]
        self.account = account
    }

    @Test("a new account is valid since the second in which it was made")
    func new() {
        #expect(account.validSince == Timestamp(seconds: 5))
        #expect(Timestamp(microseconds: -1).unixSeconds == -1 && Timestamp(microseconds: -1_000_000).unixSeconds == -1)
    }

    @Test("an edit of nothing changes nothing")
    func nothing() {
        #expect(AccountEdit().applied(to: account) == account)
    }

    @Test("another e-mail address is not verified, unless the edit says so; the same address stays verified")
    func email() {
        var edit = AccountEdit()
        edit.email = .set("ann@shop.test")
        #expect(edit.applied(to: account).isEmailVerified)
        edit.email = .set("new@shop.test")
        #expect(!edit.applied(to: account).isEmailVerified)
        edit.isEmailVerified = true
        #expect(edit.applied(to: account).isEmailVerified)
    }

    @Test("unlinking takes the phone, the password or a provider away, and a provider that is not there is no mistake")
    func unlink() throws {
        var draft = AccountDraft()
        draft.unlinked = [
            .phone, .password, try #require(ProviderID("facebook.com")), try #require(ProviderID("x.test")),
        ]
        let rest = try AccountEdit(draft, phone: nil, passwordHash: nil).applied(to: account)
        #expect(rest.providers.isEmpty && rest.phone == nil && rest.passwordHash == nil)
        #expect(rest.email == nil, "the password's address goes with it")
        #expect(account.providers.map(\.text) == ["password", "phone", "facebook.com"])
    }

    @Test("a link takes the place of the link to the same provider")
    func link() throws {
        var edit = AccountEdit()
        edit.linked = ProviderLink(try #require(ProviderID("facebook.com")), rawID: "78")
        #expect(edit.applied(to: account).links.map(\.rawID) == ["78"])
    }

    @Test("a time from which tokens are good counts in whole seconds")
    func revocation() {
        var edit = AccountEdit()
        edit.validSince = Timestamp(microseconds: 9_999_999)
        #expect(edit.applied(to: account).validSince == Timestamp(seconds: 9))
    }
}
