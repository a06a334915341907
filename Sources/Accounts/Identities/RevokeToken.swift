import AccountCore
import VerificationCore

/// Ends what a person has allowed the app at Apple, as Apple asks of apps whose people delete their accounts.
package struct RevokeToken: Sendable {
    /// What the app brings.
    package struct Wish: Sendable, CustomStringConvertible, CustomReflectable {
        package let kind: AppleRevocation.Kind
        /// Nil where the call brings none.
        package let token: String?
        /// Where a code was sent, if it was sent to a page; nil for a code of a phone.
        package let redirectURI: String?
        /// The bundle id of the app that calls; nil where it does not say it.
        package let bundle: String?

        package init(_ kind: AppleRevocation.Kind, token: String?, redirectURI: String?, bundle: String?) {
            (self.kind, self.token, self.redirectURI, self.bundle) = (kind, token, redirectURI, bundle)
        }

        package var description: String { "(token to revoke)" }
        package var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// Tokens and codes of Apple are much shorter, in bytes.
    private static let longest = 8_192

    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Revokes the token; the account keeps its link to Apple, which the person's next sign-in needs.
    ///
    /// - Parameters:
    ///   - wish: what to revoke; nil where the call does not say it.
    ///   - provider: whose token it is; only Apple's can be revoked. Nil where the call does not say it.
    ///   - idToken: of an account that signs in with Apple.
    ///   - project: whose account.
    /// - Throws: an `AccountError`: `invalidIDPResponse` if Apple does not take the token, `unavailable` if Apple gives no
    ///   answer.
    package func revoke(
        _ wish: Wish?, of provider: String?, idToken: String?, in project: Project
    ) async throws(AccountError) {
        guard !ports.policy.takesAnyIdentity else {
            throw .notServed("The emulator knows no provider that could revoke a token.")
        }
        guard let provider else { throw .refused(.missingProviderID) }
        guard provider == ProviderID.apple.text else {
            throw .refused(.invalidProviderID, "Only tokens of apple.com can be revoked.")
        }
        guard let idToken else { throw .refused(.missingIDToken) }
        let token = try await ports.credentials.tokens.read(idToken: idToken, of: project, at: ports.now())
        let account = try await ports.account(of: token, in: project)
        guard account.links.contains(where: { $0.provider == .apple }) else {
            throw .refused(.invalidProviderID, "The account does not sign in with apple.com.")
        }
        try await ports.credentials.providers.revoke(try revocation(wish, in: project), of: project.id)
    }

    private func revocation(_ wish: Wish?, in project: Project) throws(AccountError) -> AppleRevocation {
        guard let wish, let token = wish.token, token.utf8.count <= Self.longest,
            (wish.redirectURI ?? "").utf8.count <= Self.longest
        else { throw .refused(.invalidArgument, "The call needs a token of Apple's, and its tokenType.") }
        guard let apple = project.identities[.apple], apple.isEnabled, let sealed = apple.secret else {
            throw .refused(.operationNotAllowed)
        }
        let now = ports.now()
        guard let key = ports.keyRing.open(sealed, for: IdentityProvider.purpose(of: project.id, .apple)) else {
            ports.credentials.providers.report("code.keys does not open the key for Apple", of: project.id, at: now)
            throw .unavailable
        }
        var revocation = AppleRevocation(
            of: token, wish.kind, at: apple, bundle: wish.bundle,
            privateKey: String(decoding: key, as: UTF8.self), now: now)
        revocation?.redirectURI = wish.redirectURI
        guard let revocation else { throw .refused(.operationNotAllowed) }
        return revocation
    }
}
