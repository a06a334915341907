import AccountCore
import Connections
import Crypto
import FoundationEssentials
import StrictJSON
import VerificationCore

/// The key with which a team of developers at Apple shows that it may send pushes to its apps.
package struct APNsKey: Sendable, Concealed {
    private let key: P256.Signing.PrivateKey
    private let keyID: String
    private let teamID: String

    /// Reads the file that Apple gives developers, `AuthKey_….p8`, once.
    ///
    /// - Parameters:
    ///   - file: holds a key of P-256 in PEM.
    ///   - keyID: the key's name at Apple.
    ///   - teamID: the team's name at Apple.
    /// - Throws: an `APNsKeyError` for a file that is missing, or holds something else.
    package init(file: String, keyID: String, teamID: String) throws(APNsKeyError) {
        // What the libraries say of a file may quote it.
        guard let bytes = try? Data(contentsOf: URL(filePath: file)) else {
            throw APNsKeyError(words: "\(file) cannot be read")
        }
        // As above.
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: String(decoding: bytes, as: UTF8.self)) else {
            throw APNsKeyError(words: "\(file) is no private key of P-256 in PEM, as Apple gives it in a .p8 file")
        }
        (self.key, self.keyID, self.teamID) = (key, keyID, teamID)
    }

    package var description: String { "(key for pushes)" }

    /// A token that shows, for an hour from `moment`, that its maker has the key (RFC 7515, ES256).
    ///
    /// Nil where the library cannot sign, which it never says of a good key.
    func token(at moment: Timestamp) -> String? {
        let header: JSONValue = ["alg": "ES256", "kid": .string(keyID), "typ": "JWT"]
        let claims: JSONValue = ["iss": .string(teamID), "iat": .integer(moment.unixSeconds)]
        let words = [header, claims].map { Base64.encodeForURL(Array($0.serialized)) }.joined(separator: ".")
        // A key of P-256 signs whatever it is given; an error would name nothing that helps.
        guard let signature = try? key.signature(for: Data(words.utf8)) else { return nil }
        return words + "." + Base64.encodeForURL(Array(signature.rawRepresentation))
    }
}

/// Why a file is no key for pushes; the text names the file, and holds nothing of a key.
package struct APNsKeyError: Error, Sendable {
    package let words: String
}
