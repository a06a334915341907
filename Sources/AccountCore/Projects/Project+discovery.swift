import StrictJSON

// How a program that knows no more than the issuer of tokens finds out how to check them.
extension Project {
    /// What stands behind the issuer where this document is (OpenID Connect Discovery 1.0, section 4).
    package static let discoveryPath = "/.well-known/openid-configuration"
    /// What stands behind an own issuer where the public keys are.
    package static let keySetPath = "/.well-known/jwks.json"

    /// Whether a call that names this host, for example `auth.shop.example`, and this path means the project's issuer.
    package func issues(at authority: String, path: String) -> Bool {
        IssuerPlace(issuer)?.isMeant(by: authority, path) ?? false
    }

    /// The document of the issuer.
    ///
    /// It has no `authorization_endpoint`, which the standard asks for: nobody signs in by way of a page here. Google's own
    /// document for this issuer has none either, and what only checks tokens asks for none.
    package var openIDConfiguration: JSONObject {
        [
            "issuer": .string(issuer), "jwks_uri": .string(keySetURL), "response_types_supported": ["id_token"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
            "claims_supported": .array(IDTokenClaims.names.map(JSONValue.string)),
        ]
    }

    /// Where whoever trusts the issuer finds the keys: at the issuer itself, so that a caller's words never say where.
    private var keySetURL: String {
        guard let ownIssuer else {
            return "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
        }
        return IssuerPlace.trimmed(ownIssuer[...]) + Self.keySetPath
    }
}
