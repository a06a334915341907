import AccountCore
import Accounts
import JWTKit
import StrictJSON
import VerificationCore

/// A key by which an attestation service signs App Check tokens.
struct AppCheckIssuerKey {
    /// Made once each, because to make a key takes long.
    private static let keys = Result {
        try ["first", "second"].map { name in
            let made = try ServiceAccountMaker(randomBytes: IdentityFixture.randomBytes).make(
                for: try ProjectID.named("demo-shop"), at: Timestamp(seconds: 1_767_229_200))
            let pem = made.file["private_key"]?.string ?? ""
            return AppCheckIssuerKey(id: name, key: try JWTKit.Insecure.RSA.PrivateKey(pem: pem))
        }
    }

    static var first: AppCheckIssuerKey { get throws { try keys.get()[0] } }
    static var second: AppCheckIssuerKey { get throws { try keys.get()[1] } }

    let id: String
    private let key: JWTKit.Insecure.RSA.PrivateKey

    /// A JSON Web Key Set with the public keys.
    static func set(_ keys: AppCheckIssuerKey...) throws -> JSONObject {
        let list = try keys.map { key -> JSONValue in
            let (modulus, exponent) = try key.key.publicKey.getKeyPrimitives()
            return [
                "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(key.id),
                "n": .string(Base64.encodeForURL(Array(modulus))), "e": .string(Base64.encodeForURL(Array(exponent))),
            ]
        }
        return ["keys": .array(list)]
    }

    /// A token with these claims; `header` takes the place of the usual one.
    func token(_ claims: JSONObject, header: JSONValue? = nil) async throws -> String {
        let header = header ?? ["alg": "RS256", "typ": "JWT", "kid": .string(id)]
        let text = [header, .object(claims)].map { Base64.encodeForURL($0.serialized) }.joined(separator: ".")
        let algorithm = try await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256).getKey()
        return text + "." + Base64.encodeForURL(try algorithm.sign(Array(text.utf8)))
    }
}
