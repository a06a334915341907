import StrictJSON
import VerificationCore

/// What the operators' provider says of itself (OpenID Connect Discovery 1.0, section 3).
package struct SignOnDocument: Sendable, Hashable {
    /// Where a person signs in.
    package let authorizationURL: String
    /// Where a code is exchanged for an ID token.
    package let tokenURL: String
    package let keySetURL: String
    /// Whether a client shows its secret in a header; else in the form.
    package let takesBasic: Bool
    /// Whether each answer names its issuer (RFC 9207).
    package let namesIssuer: Bool

    /// Throws for the document of another issuer, and for places that anybody on the way could change.
    package init(_ document: JSONObject, of issuer: String) throws(KeySetError) {
        keySetURL = try KeySetPlace.keySetURL(in: document, of: issuer)
        authorizationURL = try Self.place("authorization_endpoint", in: document, of: issuer)
        tokenURL = try Self.place("token_endpoint", in: document, of: issuer)
        let methods = document["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
        takesBasic = methods?.contains("client_secret_basic") ?? true
        namesIssuer = document["authorization_response_iss_parameter_supported"]?.bool ?? false
    }

    /// Whether a text can be the address of a provider, or of the dashboard: HTTPS, or HTTP to this machine.
    ///
    /// It has no user, no query and no fragment. A browser keeps the dashboard's cookies at such an address only.
    package static func isAddress(_ text: String) -> Bool { TrustedURL.isGood(text) }

    private static func place(_ name: String, in document: JSONObject, of issuer: String) throws(KeySetError) -> String
    {
        // Providers may have a query in these addresses, and then further fields are added to it.
        guard let url = document[name]?.string, let bare = url.split(separator: "?", maxSplits: 1).first,
            TrustedURL.isGood(String(bare)), url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }),
            url.hasPrefix("https://") || issuer.hasPrefix("http://")
        else { throw .unusable("the document names no https URL as \(name)") }
        return url
    }
}
