import StrictJSON

/// Where the public keys of a token issuer are.
package enum KeySetPlace: Sendable, Hashable {
    case url(String)
    /// At the URL that the document of this issuer names (OpenID Connect Discovery 1.0, section 4).
    case issuer(String)

    /// For operators.
    package var words: String {
        switch self {
        case .url(let url): "at \(url)"
        case .issuer(let issuer): "of \(issuer)"
        }
    }

    /// Where the document of an issuer is; throws for an issuer whose document anybody on the way could change.
    package static func documentURL(of issuer: String) throws(KeySetError) -> String {
        guard TrustedURL.isGood(issuer) else { throw .unusable("the issuer is no https URL") }
        return IssuerPlace.trimmed(issuer[...]) + Project.discoveryPath
    }

    /// Where the keys are, as the issuer's document says.
    ///
    /// Throws for the document of another issuer, and for a URL whose content anybody on the way could change. Only an
    /// issuer on this machine may name a place here without TLS; any other would let verifyd call services of this machine.
    package static func keySetURL(in document: JSONObject, of issuer: String) throws(KeySetError) -> String {
        guard document["issuer"]?.string == issuer else { throw .unusable("the document is another issuer's") }
        guard let url = document["jwks_uri"]?.string, TrustedURL.isGood(url),
            url.hasPrefix("https://") || issuer.hasPrefix("http://")
        else {
            throw .unusable("the document names no https URL of keys")
        }
        return url
    }
}
