import AccountCore
import CryptoExtras
import FoundationEssentials
import SwiftASN1
import VerificationCore
import X509

/// Makes keys that sign tokens: RSA of 2,048 bits, with a certificate of the public key.
package struct SigningKeyMaker: Sendable {
    /// How long a new key is published before it signs: longer than a client keeps the public keys.
    ///
    /// A client may have got them from a process that did not know the new key for its first seconds.
    package static let publishedBefore = TokenIssuer.keysAreFresh + .seconds(60)
    /// The certificate only carries the public key; whether a key is good, its being published says.
    private static let certificateLife = Duration.seconds(3_650 * 86_400)

    private let keyRing: KeyRing
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// `randomBytes`: makes random bytes with a generator that is good enough for secrets.
    package init(keyRing: KeyRing, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        (self.keyRing, self.randomBytes) = (keyRing, randomBytes)
    }

    /// Makes a key that signs after `publishedBefore`, when every client can know it.
    package func makeNext(at now: Timestamp) throws -> SigningKey {
        try make(activeFrom: now + Self.publishedBefore)
    }

    /// Makes a key; this takes a core some tenths of a second.
    ///
    /// The private key opens only under this id, so an attacker cannot give it to another key in the store.
    package func make(activeFrom: Timestamp) throws -> SigningKey {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let id = randomBytes(20).map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
        guard let secret = keyRing.seal(Array(key.derRepresentation), for: SigningKey.purpose(of: id)) else {
            throw StoreError.broken("the key ring lacks its own key")
        }
        let certificate = try certificate(of: key, named: id, from: activeFrom - Self.publishedBefore)
        return SigningKey(id: id, secret: secret, certificate: certificate, activeFrom: activeFrom)
    }

    /// The same key under the ring's current key; nil when the ring lacks the key under which it was sealed.
    package func resealed(_ key: SigningKey) -> SigningKey? {
        keyRing.resealed(key.secret, for: SigningKey.purpose(of: key.id)).map {
            SigningKey(id: key.id, secret: $0, certificate: key.certificate, activeFrom: key.activeFrom)
        }
    }

    private func certificate(
        of key: _RSA.Signing.PrivateKey, named id: String, from start: Timestamp
    ) throws -> String {
        let name = try DistinguishedName { CommonName("verifyd \(id)") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: randomBytes(16)),
            publicKey: Certificate.PublicKey(key.publicKey), notValidBefore: start.date,
            notValidAfter: (start + Self.certificateLife).date, issuer: name, subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
            },
            issuerPrivateKey: Certificate.PrivateKey(key))
        return try certificate.serializeAsPEM().pemString + "\n"
    }
}

extension SigningKey {
    /// What its private key is sealed for.
    static func purpose(of id: String) -> String { "signing key \(id)" }
}

extension Timestamp {
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(unixSeconds)) }
}
