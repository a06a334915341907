import StrictJSON

/// Where the public keys of token issuers can be read, by their URLs.
package protocol KeySetSource: Sendable {
    /// The JSON Web Key Set at the URL (RFC 7517, section 5).
    ///
    /// Throws within the source's own total deadline. An answer that is no JSON object of a sane size is thrown too.
    func keySet(at url: String) async throws(KeySetError) -> JSONObject

    /// The set at the URL that the issuer's own document names (OpenID Connect Discovery 1.0, section 4).
    ///
    /// Both are read within one total deadline.
    func keySet(ofIssuer issuer: String) async throws(KeySetError) -> JSONObject
}

/// Why there is no key set.
package enum KeySetError: Error, Sendable, Hashable {
    /// The server did not answer in time, or its connection or certificate is no good.
    case unreachable(String)
    /// The server answered with something else than a key set. For example `status 404`.
    case unusable(String)
}

extension KeySetError {
    /// For operators.
    package var words: String {
        switch self {
        case .unreachable(let words), .unusable(let words): words
        }
    }
}
