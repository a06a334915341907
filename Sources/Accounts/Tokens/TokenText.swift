import StrictJSON
import VerificationCore

/// A JSON Web Token in its three parts (RFC 7515, section 7.1), before its signature is checked.
///
/// jwt-kit signs and checks, and the JSON is read here: a header with a number beyond `Int` makes jwt-kit 5.7.1 end the
/// process.
struct TokenText {
    /// No call has a longer body.
    private static let longest = 65_536

    let algorithm: String
    let keyID: String?
    /// What the signature is made of.
    let signed: [UInt8]
    let signature: [UInt8]
    private let payload: [UInt8]

    /// Nil for a text that is no token, and for a token whose header names extensions in `crit`.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.bytes(parts[0]).flatMap(Self.object),
            let payload = Self.bytes(parts[1]), let signature = Self.bytes(parts[2]),
            let algorithm = header["alg"]?.string,
            // What `crit` names must be understood, and nothing is.
            !header.contains("crit")
        else { return nil }
        (self.algorithm, keyID) = (algorithm, header["kid"]?.string)
        signed = Array("\(parts[0]).\(parts[1])".utf8)
        (self.payload, self.signature) = (payload, signature)
    }

    /// What the token says; nil when this is no JSON object.
    var claims: JSONObject? { Self.object(payload) }

    /// What the signature of such a token is made of.
    static func signed(_ claims: JSONObject, keyID: String) -> String {
        let header: JSONValue = ["alg": "RS256", "kid": .string(keyID), "typ": "JWT"]
        return [header, .object(claims)].map { Base64.encodeForURL($0.serialized) }.joined(separator: ".")
    }

    /// A token without a signature, as Firebase's emulator makes it.
    static func unsigned(_ claims: JSONObject) -> String {
        let header: JSONValue = ["alg": "none", "typ": "JWT"]
        let parts = [header, .object(claims)].map { Base64.encodeForURL($0.serialized) }
        return parts.joined(separator: ".") + "."
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        // A text that is no JSON is no part of a token, for whatever reason.
        (try? JSONValue(parsing: bytes))?.object
    }

    /// Nil for a text that an encoder would write in another way for the same bytes.
    private static func bytes(_ part: Substring) -> [UInt8]? {
        Base64.decode(part).flatMap { Base64.encodeForURL($0) == part ? $0 : nil }
    }
}
