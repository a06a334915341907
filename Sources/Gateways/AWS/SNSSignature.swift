import Crypto
import CryptoExtras
import NIOSSL

/// The signature under something that Amazon SNS posts.
struct SNSSignature {
    /// What the signature is over; the names are those of `SignatureVersion`.
    enum Hash: String {
        /// What a topic has unless it is told otherwise.
        case sha1 = "1"
        case sha256 = "2"
    }

    let bytes: [UInt8]
    let hash: Hash
    let content: [UInt8]

    /// Whether it was made with the key of this certificate.
    func fits(_ key: _RSA.Signing.PublicKey) -> Bool {
        let signature = _RSA.Signing.RSASignature(rawRepresentation: bytes)
        return switch hash {
        case .sha1: key.isValidSignature(signature, for: Insecure.SHA1.hash(data: content), padding: .insecurePKCS1v1_5)
        case .sha256: key.isValidSignature(signature, for: SHA256.hash(data: content), padding: .insecurePKCS1v1_5)
        }
    }

    /// The key of a certificate in PEM; nil for what is none, or has no RSA key of 2,048 bits or more.
    static func key(ofCertificate pem: [UInt8]) -> _RSA.Signing.PublicKey? {
        // Why it cannot be read is told to nobody: whoever posted something may have named it.
        guard let certificate = try? NIOSSLCertificate(bytes: pem, format: .pem) else { return nil }
        // The same holds for a key of another kind, and for one that is too short.
        return try? _RSA.Signing.PublicKey(derRepresentation: certificate.extractPublicKey().toSPKIBytes())
    }
}
