import VerificationCore

/// Port: the provider at which operators sign in, as rules see it: what it says is proven.
package protocol SignOnProvider: Sendable {
    /// Where a person signs in, as the provider says; answers within a deadline of its own.
    func document(at now: Timestamp) async throws(SignOnError) -> SignOnDocument

    /// What the provider says of the person whose code this is; the ID token's signature, issuer, audience, times and
    /// nonce are checked.
    func claims(of grant: SignOnGrant, at now: Timestamp) async throws(SignOnError) -> SignOnClaims
}

/// Port: the same provider over HTTP; what it says is not checked yet.
package protocol SignOnServer: Sendable {
    /// What the provider says of itself.
    func document() async throws(SignOnError) -> SignOnDocument

    /// The ID token for which the provider exchanges a code.
    func idToken(for grant: SignOnGrant, at document: SignOnDocument) async throws(SignOnError) -> String
}

/// What the provider has given a browser, with what shows that the browser's sign-in began here.
package struct SignOnGrant: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    package let code: String
    package let verifier: String
    package let nonce: String
    package let redirectURI: String

    package init(code: String, verifier: String, nonce: String, redirectURI: String) {
        (self.code, self.verifier, self.nonce, self.redirectURI) = (code, verifier, nonce, redirectURI)
    }

    package var description: String { "(grant)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why the provider says nothing of a person; no case holds a word of the provider's.
package enum SignOnError: Error, Sendable, Hashable {
    /// It did not answer in time, or its connection or certificate is no good.
    case unreachable(String)
    /// It answered with something else than OpenID Connect, or does not know the client. For example `invalid_client`.
    case unusable(String)
    /// The code is no good: invented, used before, or given to another client.
    case badCode
    /// The ID token does not prove who the person is.
    case badToken(String)

    /// For operators and the log.
    package var words: String {
        switch self {
        case .unreachable(let words): "gives no answer: \(words)"
        case .unusable(let words): "cannot be used: \(words)"
        case .badCode: "does not take the code"
        case .badToken(let words): "gave a token that proves nobody: \(words)"
        }
    }
}

extension ProviderID {
    /// How rules that are written for a project's providers name the operators' own.
    package static let operators = ProviderID(known: "oidc.operators")
}
