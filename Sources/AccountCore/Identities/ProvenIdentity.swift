import StrictJSON
import VerificationCore

/// Who a person is at another provider, after the provider's word was checked.
package struct ProvenIdentity: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// What the account keeps of it.
    package var link: ProviderLink
    /// Whether the provider says that the address is the person's own.
    package var isEmailVerified = false
    package var firstName: String?
    package var lastName: String?
    /// The person's id as the wire shows it, for example `https://accounts.google.com/1234`.
    package var federatedID: String
    /// What the provider says of the person, as it says it.
    package var profile = JSONObject()
    /// What a SAML provider says beside, for the ID tokens of the session; nil without.
    package var attributes: JSONObject?
    /// Of the provider, as it came; nil without.
    package var accessToken: String?
    /// Of the provider, as it came; nil without.
    package var idToken: String?
    /// What a sign-in with this proof uses up, so that a thief cannot replay it: the token and its nonce.
    package var uses: Set<VerificationID> = []

    package init(_ link: ProviderLink, federatedID: String) {
        (self.link, self.federatedID) = (link, federatedID)
    }

    package var provider: ProviderID { link.provider }

    package var email: String? { link.email }

    package var name: AccountName { .identity(link.provider, rawID: link.rawID) }

    // Whoever reads a log could use the tokens at the provider.
    package var description: String { "(identity at \(provider))" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
