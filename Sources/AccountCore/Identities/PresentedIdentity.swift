import VerificationCore

/// What a call brings to show who the person is at another provider, as it came.
package struct PresentedIdentity: Sendable, CustomStringConvertible, CustomReflectable {
    package let provider: ProviderID
    /// An access token of the provider; nil without.
    package var accessToken: String?
    /// An ID token of the provider; nil without.
    package var idToken: String?
    /// The random text whose SHA-256 the ID token has to name; nil without.
    package var nonce: String?
    /// What an emulator takes for the answer of a SAML provider, a JSON object; nil without.
    package var samlResponse: String?

    package init(_ provider: ProviderID) { self.provider = provider }

    package var description: String { "(identity at \(provider))" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
