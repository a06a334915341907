import StrictJSON

/// What an administrator adds to the ID tokens of an account: a JSON object of at most 1,000 characters.
package struct CustomClaims: Sendable, Hashable {
    package static let longest = 1_000
    /// Names that have a meaning of their own in a token.
    package static let reserved: Set<String> = [
        "iss", "aud", "sub", "iat", "exp", "nbf", "jti", "nonce", "azp", "acr", "amr", "cnf", "auth_time", "firebase",
        "at_hash", "c_hash",
    ]

    /// As it was written.
    package let text: String
    package let members: JSONObject

    /// Throws the wire's word for a text that is too long, no object, or uses a reserved name.
    package init(_ text: String) throws(WireError) {
        guard text.utf16.count <= Self.longest else { throw .refused(.claimsTooLarge) }
        let value: JSONValue
        do { value = try JSONValue(parsing: text.utf8) } catch { throw .refused(.invalidClaims) }
        guard let members = value.object else { throw .refused(.invalidClaims) }
        if let name = members.members.map(\.key).first(where: Self.reserved.contains) {
            throw .refused(.forbiddenClaim, name)
        }
        (self.text, self.members) = (text, members)
    }
}
