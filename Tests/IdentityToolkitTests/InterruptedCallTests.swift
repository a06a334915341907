import AccountCore
import AccountTesting
import Accounts
import StrictJSON
import Testing
import VerificationCore
import VerificationTesting

@Suite("Calls that meet a change of their account")
struct InterruptedCallTests {
    /// Ports whose accounts are changed by this edit right before each change.
    private func ports(
        _ fixture: IdentityFixture, _ id: LocalID, _ edit: @escaping @Sendable (inout AccountEdit) -> Void
    ) -> AccountPorts {
        let project = fixture.project.id
        return ports(fixture) { accounts in
            _ = try accounts.change(id, of: project) { _ in
                var change = AccountEdit()
                edit(&change)
                return change
            }
        }
    }

    /// Ports with which this happens right before each change.
    private func ports(
        _ fixture: IdentityFixture, _ interrupt: @escaping @Sendable (InMemoryAccountWorld) throws -> Void
    ) -> AccountPorts {
        let ports = fixture.ports
        let accounts = InterruptedAccounts(accounts: fixture.accountWorld, interrupt: interrupt)
        return AccountPorts(
            policy: ports.policy, accounts: accounts, projects: ports.projects, verifications: ports.verifications,
            credentials: ports.credentials, log: ports.log, now: ports.now)
    }

    @Test("a token that is revoked while its call is under way changes nothing", arguments: [true, false])
    func revoked(isDisabled: Bool) async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann")
        let token = try await fixture.idToken(ann)
        let ports = ports(fixture, ann.id) { edit in
            edit.isDisabled = isDisabled
            edit.validSince = isDisabled ? nil : Timestamp(seconds: 1_767_229_260)
        }
        let expected = AccountError.refused(isDisabled ? .userDisabled : .tokenExpired)
        var draft = AccountDraft()
        draft.displayName = "Ann"
        await #expect(throws: expected) {
            try await UpdateAccount(ports).own(token, to: draft, from: nil, of: fixture.project)
        }
        let form = SignUp.Form(email: "ann@example.com", password: "correct horse", displayName: nil)
        await #expect(throws: expected) {
            try await SignUp(ports).link(form, to: token, of: fixture.project)
        }
        let kept = try #require(try fixture.kept("ann"))
        #expect(kept.displayName == nil && kept.email == nil && kept.providers == [])
    }

    @Test("a session that begins right before a new password is kept ends with it", arguments: [true, false])
    func sessionBefore(isOwner: Bool) async throws {
        let fixture = try IdentityFixture()
        let ann = try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ann@example.com", "a hash") }
        let thief = IdentityFixture.randomBytes(32)
        let ports = ports(fixture) { [clock = fixture.clock, project = fixture.project.id] accounts in
            clock.advance(by: .seconds(2))
            let session = RefreshSession(tokenHash: thief, method: SignInMethod(.password), beganAt: clock.now)
            _ = try accounts.change(ann.id, of: project) { _ in AccountEdit(beginning: session) }
            clock.advance(by: .seconds(2))
        }
        var draft = AccountDraft()
        draft.password = "new-secret"
        if isOwner {
            let token = try await fixture.idToken(ann, SignInMethod(.password))
            _ = try await UpdateAccount(ports).own(token, to: draft, from: nil, of: fixture.project)
        } else {
            _ = try await UpdateAccount(ports).other("ann", to: draft, of: fixture.project)
        }
        let refresh = try await ports.accounts.refresh(
            RefreshAttempt(tokenHash: thief, at: fixture.clock.now), of: fixture.project.id)
        #expect(refresh == .refused(.refused(.tokenExpired)))
    }

    @Test("who knows a password that is changed meanwhile does not come in, and begins no session")
    func password() async throws {
        let fixture = try IdentityFixture(.production, others: JSONObject(passwords: true))
        let hash = try #require(PasswordHash.ofCorrectHorse).text
        let ann = try fixture.account("ann") { ($0.email, $0.passwordHash) = ("ann@example.com", hash) }
        let ports = ports(fixture, ann.id) { $0.passwordHash = .set("another hash") }
        await #expect(throws: AccountError.refused(.invalidLoginCredentials)) {
            try await SignInByPassword(ports).signIn(
                "ann@example.com", password: "correct horse", from: nil, to: fixture.project)
        }
        #expect(try fixture.kept("ann")?.lastSignInAt == nil)
    }
}
