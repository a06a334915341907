import AccountCore
import VerificationCore

/// Finds out who a person is at another provider.
struct ProveIdentity: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// The person, and what a sign-in with this proof uses up.
    ///
    /// An ID token counts before an access token. An access token proves something at Facebook only: whose another
    /// provider's access token is, and for which app, no call here finds out.
    ///
    /// - Parameters:
    ///   - presented: what the call brings.
    ///   - project: to which the person wants to sign in.
    /// - Returns: who the person is; nothing is used up yet.
    /// - Throws: `operationNotAllowed` for a provider that the project does not take; `invalidIDPResponse` and
    ///   `missingOrInvalidNonce` for a proof that is no good; `unavailable` while the provider does not answer.
    func prove(
        _ presented: PresentedIdentity, for project: Project
    ) async throws(AccountError) -> ProvenIdentity {
        guard presented.provider.isForeign else {
            throw .refused(.invalidCredentialOrProviderID, "\(presented.provider) is no other provider.")
        }
        if ports.policy.takesAnyIdentity { return try ProvenIdentity(emulated: presented) }
        guard let provider = project.identities.provider(meantBy: presented.provider), provider.isEnabled,
            let place = provider.keySetPlace
        else { throw .refused(.operationNotAllowed) }
        if let idToken = presented.idToken?.nonEmpty {
            return try await IDTokenProofs(ports).prove(
                idToken, with: presented, by: provider, keys: place, for: project)
        }
        guard let accessToken = presented.accessToken?.nonEmpty else {
            throw .refused(.invalidCredentialOrProviderID, "The call brings neither an ID token nor an access token.")
        }
        guard provider.id == .facebook else {
            throw .refused(.invalidIDPResponse, "Sign-in with \(provider.id) needs an ID token.")
        }
        return try await prove(accessToken, byGraph: provider, for: project)
    }

    /// Nothing is used up: an app has one token for weeks, and brings it at each sign-in.
    private func prove(
        _ accessToken: String, byGraph provider: IdentityProvider, for project: Project
    ) async throws(AccountError) -> ProvenIdentity {
        guard let sealed = provider.secret else { throw .refused(.operationNotAllowed) }
        let (calls, now) = (ports.credentials.providers, ports.now())
        guard let secret = ports.keyRing.open(sealed, for: IdentityProvider.purpose(of: project.id, provider.id)) else {
            calls.report("code.keys does not open the secret of \(provider.id)", of: project.id, at: now)
            throw .unavailable
        }
        let question = GraphQuestion(
            accessToken, of: provider, secret: String(decoding: secret, as: UTF8.self), at: now)
        guard let question else { throw .refused(.invalidIDPResponse, "The access token is malformed.") }
        return try await calls.person(question, of: project.id).identity(accessToken: accessToken)
    }
}
