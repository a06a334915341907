import AccountCore
import CryptoExtras
import JWTKit
import StrictJSON
import VerificationCore

/// A signing key of the store, ready to check tokens, and to sign where its private key could be opened.
struct LoadedKey: Sendable {
    let stored: SigningKey
    /// As a JSON Web Key (RFC 7517).
    let json: JSONValue
    let canSign: Bool
    private let algorithm: any JWTAlgorithm

    /// Throws for a key whose certificate says nothing; then it is as if the key were not there.
    ///
    /// `report` hears why a key cannot sign. Tokens that another process signed with it are good all the same.
    init(
        _ stored: SigningKey, by keyRing: KeyRing, report: @Sendable (StoreError) -> Void
    ) async throws(StoreError) {
        do {
            let publicKey = try JWTKit.Insecure.RSA.PublicKey(certificatePEM: stored.certificate)
            json = try Self.json(stored.id, of: publicKey)
            if let privateKey = Self.privateKey(stored, of: publicKey, with: keyRing, report: report) {
                (algorithm, canSign) = (try await Self.algorithm(privateKey), true)
            } else {
                (algorithm, canSign) = (try await Self.algorithm(publicKey), false)
            }
        } catch {
            // The error may quote the certificate, and says nothing that helps.
            throw .unreadable("the certificate of signing key \(stored.id) is damaged")
        }
        self.stored = stored
    }

    /// The token with these claims.
    func sign(_ claims: JSONObject) throws -> String {
        let signed = TokenText.signed(claims, keyID: stored.id)
        return signed + "." + Base64.encodeForURL(try algorithm.sign(Array(signed.utf8)))
    }

    /// Whether the key has made the token's signature.
    func hasSigned(_ token: TokenText) -> Bool {
        // A signature that cannot be checked is as good as a wrong signature.
        (try? algorithm.verify(token.signature, signs: token.signed)) ?? false
    }

    /// Nil, and reported, when the private key does not open, or belongs to another certificate.
    private static func privateKey(
        _ stored: SigningKey, of publicKey: JWTKit.Insecure.RSA.PublicKey, with keyRing: KeyRing,
        report: @Sendable (StoreError) -> Void
    ) -> JWTKit.Insecure.RSA.PrivateKey? {
        guard keyRing.holds(stored.secret.keyName) else {
            report(.unreadable("code.keys lacks \(stored.secret.keyName), which sealed signing key \(stored.id)"))
            return nil
        }
        // The bytes do not show why they are no key: they were sealed for another id, or are damaged.
        guard let bytes = keyRing.open(stored.secret, for: SigningKey.purpose(of: stored.id)),
            let key = try? JWTKit.Insecure.RSA.PrivateKey(backing: _RSA.Signing.PrivateKey(derRepresentation: bytes)),
            key.publicKey == publicKey
        else {
            report(.unreadable("the private key of signing key \(stored.id) is damaged"))
            return nil
        }
        return key
    }

    private static func algorithm(_ key: some RSAKey) async throws -> any JWTAlgorithm {
        try await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256).getKey()
    }

    private static func json(_ id: String, of key: JWTKit.Insecure.RSA.PublicKey) throws -> JSONValue {
        let (modulus, exponent) = try key.getKeyPrimitives()
        return [
            "kty": "RSA", "alg": "RS256", "use": "sig", "kid": .string(id),
            "n": .string(Base64.encodeForURL(Array(modulus))), "e": .string(Base64.encodeForURL(Array(exponent))),
        ]
    }
}
