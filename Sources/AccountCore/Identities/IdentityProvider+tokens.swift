import VerificationCore

// What the ID tokens of a provider must say. Three providers are known by name; the others name their issuer.
extension IdentityProvider {
    private struct Usual {
        let issuers: Set<String>
        let keySetURL: String
    }

    private static let usual: [ProviderID: Usual] = [
        .apple: Usual(
            issuers: ["https://appleid.apple.com"], keySetURL: "https://appleid.apple.com/auth/keys"),
        .facebook: Usual(
            issuers: ["https://www.facebook.com"],
            keySetURL: "https://www.facebook.com/.well-known/oauth/openid/jwks/"),
        .google: Usual(
            issuers: ["https://accounts.google.com", "accounts.google.com"],
            keySetURL: "https://www.googleapis.com/oauth2/v3/certs"),
    ]

    /// The values that `iss` may have, letter by letter; none for a provider without ID tokens.
    var issuers: Set<String> { ownIssuer.map { [$0] } ?? Self.usual[id]?.issuers ?? [] }

    /// Where the keys of its ID tokens are; nil for a provider without ID tokens.
    ///
    /// An own issuer without a place of its own is asked where they are. The usual place would have another's keys.
    package var keySetPlace: KeySetPlace? {
        if let ownKeySetURL { return issuers.isEmpty ? nil : .url(ownKeySetURL) }
        if let ownIssuer { return .issuer(ownIssuer) }
        return Self.usual[id].map { .url($0.keySetURL) }
    }

    /// Whether each ID token must name a nonce, as Facebook's do.
    var needsNonce: Bool { id == .facebook }

    /// Whether its word about an address counts; Facebook does not say whether an address was confirmed.
    var provesAddresses: Bool { id != .facebook }
}
