import AccountCore
import VerificationCore

/// How an installation lets operators in by single sign-on.
package struct SignOnPlan: Sendable {
    package let client: SignOnClient
    let policy: SignOnPolicy
    let scopes: String
    /// Where the dashboard is in browsers, with its path; no caller chooses it.
    package let dashboard: String
    /// What the button says.
    package let label: String

    package init(_ client: SignOnClient, policy: SignOnPolicy, scopes: String, dashboard: String, label: String) {
        (self.client, self.policy, self.scopes) = (client, policy, scopes)
        (self.dashboard, self.label) = (dashboard, label)
    }

    /// Below the dashboard's path, where the provider sends browsers back.
    package static let answerPath = "/sign-in/provider/answer"

    /// What the operator of the provider has to allow for this client.
    package var redirectURI: String { dashboard + Self.answerPath }

    /// What a browser takes to the provider (OpenID Connect Core 1.0, section 3.1.2.1, and RFC 7636).
    func fields(of attempt: SignOnAttempt) -> [(name: String, value: String)] {
        [
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", redirectURI), ("scope", scopes),
            ("state", attempt.state), ("nonce", attempt.nonce), ("code_challenge", attempt.challenge),
            ("code_challenge_method", "S256"),
        ]
    }

    /// Who comes, by what the ID token says.
    func visitor(_ claims: SignOnClaims) throws(SignOnRefusal) -> SignOnVisitor {
        guard let identity = OperatorIdentity(issuer: client.issuer, subject: claims.subject) else {
            throw .unproven("the person's id is unusable")
        }
        return SignOnVisitor(
            identity: identity, name: claims.name(of: identity), role: policy.role(in: claims.claims))
    }
}

/// Who comes in, as the provider says.
struct SignOnVisitor: Sendable {
    let identity: OperatorIdentity
    /// What a new operator would be called.
    let name: OperatorName
    /// Nil where the provider gives none that counts here.
    let role: OperatorRole?
}
