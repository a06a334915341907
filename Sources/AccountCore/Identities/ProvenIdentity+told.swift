import StrictJSON
import VerificationCore

// How a provider's words become an identity. What is no text, or longer than an account can keep, is left out: a person
// cannot help it, and no sign-in shall fail by it.
extension ProvenIdentity {
    /// The identity of a person with this id, as the claims of an ID token tell it.
    init(_ provider: ProviderID, rawID: String, claims: JSONObject) {
        let link = ProviderLink(
            provider, rawID: rawID, displayName: Self.name(claims["name"]), photoURL: Self.url(claims["picture"]),
            email: Self.email(claims["email"]))
        self.init(link, federatedID: provider == .google ? "https://accounts.google.com/\(rawID)" : rawID)
        isEmailVerified = link.email != nil && Self.isTrue(claims["email_verified"])
        (firstName, lastName) = (Self.name(claims["given_name"]), Self.name(claims["family_name"]))
        profile = claims
    }

    static func name(_ value: JSONValue?) -> String? { text(value, atMost: Profile.longestName) }

    static func url(_ value: JSONValue?) -> String? { text(value, atMost: Profile.longestURL) }

    static func email(_ value: JSONValue?) -> String? {
        value?.string.flatMap(EmailAddress.init)?.text
    }

    private static func text(_ value: JSONValue?, atMost longest: Int) -> String? {
        value?.string.flatMap { $0.isEmpty || $0.utf16.count > longest || $0.utf8.contains(0) ? nil : $0 }
    }

    /// Apple writes the truth as a text.
    private static func isTrue(_ value: JSONValue?) -> Bool { value == true || value == "true" }
}
