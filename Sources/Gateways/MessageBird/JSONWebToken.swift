import Crypto
import FoundationEssentials
import StrictJSON
import VerificationCore

/// A JSON Web Token that its issuer signed with a key shared with us: HS256, HS384 or HS512 (RFC 7515, RFC 7519).
struct JSONWebToken {
    /// What it says; when it is valid is for the reader to check.
    let claims: JSONValue

    /// Nil for what is no token, for what the key has not signed, and for other methods, above all `none`.
    init?(_ text: String, key: Secret) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        // What `crit` names must be understood, and nothing is.
        guard parts.count == 3, let header = Self.json(parts[0]), !(header.object?.contains("crit") ?? false),
            let signature = Self.sign("\(parts[0]).\(parts[1])", by: header["alg"]?.string, with: key),
            CodeComparison.areEqual(signature, parts[2]), let claims = Self.json(parts[1])
        else { return nil }
        self.claims = claims
    }

    /// Nil for what is no JSON in Base64: whatever is wrong with it, it is no part of a token.
    private static func json(_ part: String) -> JSONValue? {
        Base64.decode(part).flatMap { try? JSONValue(parsing: $0) }
    }

    private static func sign(_ text: String, by method: String?, with secret: Secret) -> String? {
        let key = SymmetricKey(data: Data(secret.text.utf8))
        let text = Array(text.utf8)
        return switch method {
        case "HS256": Base64.encodeForURL(Array(HMAC<SHA256>.authenticationCode(for: text, using: key)))
        case "HS384": Base64.encodeForURL(Array(HMAC<SHA384>.authenticationCode(for: text, using: key)))
        case "HS512": Base64.encodeForURL(Array(HMAC<SHA512>.authenticationCode(for: text, using: key)))
        default: nil
        }
    }
}
