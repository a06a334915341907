import Connections
import Crypto
import FoundationEssentials
import StrictJSON
import VerificationCore

/// A private key of a team of developers at Apple, which signs tokens (RFC 7515, ES256).
struct AppleSigningKey: Sendable, Concealed {
    private let key: P256.Signing.PrivateKey
    private let keyID: String

    /// Nil for a text that is no key of P-256 in PEM, as Apple gives it in a `.p8` file.
    ///
    /// `keyID`: the key's name at Apple.
    init?(pem: String, keyID: String) {
        // What the library says of a text may quote it.
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        (self.key, self.keyID) = (key, keyID)
    }

    var description: String { "(key of a team at Apple)" }

    /// The token with these claims; nil where the library cannot sign, which it never says of a good key.
    func token(_ claims: JSONObject) -> String? {
        let header: JSONValue = ["alg": "ES256", "kid": .string(keyID), "typ": "JWT"]
        let words = [header, .object(claims)].map { Base64.encodeForURL($0.serialized) }.joined(separator: ".")
        // A key of P-256 signs whatever it is given; an error would name nothing that helps.
        guard let signature = try? key.signature(for: Data(words.utf8)) else { return nil }
        return words + "." + Base64.encodeForURL(Array(signature.rawRepresentation))
    }
}
