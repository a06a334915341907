import AccountCore
import VerificationCore

/// Signs in the person whom a backend names in a custom token.
///
/// Production takes what a service account of the project has signed; an emulator takes any token. No second factor is
/// asked for, as with Firebase: the backend answers for who the person is.
package struct SignInByCustomToken: Sendable {
    private static let mostTries = 3

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Signs in to the account of that id, or makes it.
    package func signIn(_ text: String?, to project: Project) async throws(AccountError) -> SignedIn {
        guard let text else { throw .refused(.missingCustomToken) }
        let named =
            ports.policy.takesUncheckedTokens
            ? try CustomToken(emulated: text)
            : try await ports.credentials.serviceAccounts.read(customToken: text, for: project, at: ports.now())
        // Another call may make or delete the account meanwhile.
        for _ in 1...Self.mostTries {
            if let signedIn = try await signInToKnown(named, in: project) { return signedIn }
            if let signedIn = try await signUp(named, in: project) { return signedIn }
        }
        throw .unavailable
    }

    /// Nil when there is no such account.
    private func signInToKnown(_ named: CustomToken, in project: Project) async throws(AccountError) -> SignedIn? {
        do throws(AccountError) {
            return try await ports.signIn(to: named.id, by: SignInMethod(.custom), claims: named.claims, in: project) {
                account, _ throws(AccountError) in
                guard !account.isDisabled else { throw .refused(.userDisabled) }
                return AccountEdit()
            }
        } catch {
            if error == .refused(.userNotFound) { return nil }
            throw error
        }
    }

    /// Nil when another call has just made the account.
    private func signUp(_ named: CustomToken, in project: Project) async throws(AccountError) -> SignedIn? {
        let now = ports.now()
        let token = ports.credentials.newRefreshToken()
        let session = token.session(SignInMethod(.custom), claims: named.claims, at: now)
        var account = Account(named.id, createdAt: now)
        account.lastSignInAt = now
        do throws(AccountError) {
            try await ports.add(account, with: session, to: project)
        } catch {
            if error == .refused(.duplicateLocalID) { return nil }
            throw error
        }
        return try await ports.signedIn(account, session: session, token: token, isNew: true, in: project, at: now)
    }
}
