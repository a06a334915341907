import AccountCore
import Crypto
import CryptoExtras

/// The public half of a security key, as COSE writes it (RFC 9053), of the three kinds that are asked for.
enum KeyVerifier: Sendable {
    case es256(P256.Signing.PublicKey)
    case eddsa(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    /// The kinds as COSE numbers them, the preferred one first.
    static let algorithms: [Int64] = [-7, -8, -257]

    /// How many bytes the modulus of an RSA key has: 2,048 to 4,096 bits.
    private static let modulusLengths = 256...512

    /// Nil for a key of another kind, and for a point that is not on its curve.
    init?(cose bytes: [UInt8]) {
        guard case .map(let members)? = CBORValue(bytes), case .unsigned(let type)? = members[.unsigned(1)],
            case .negative(let algorithm)? = members[.unsigned(3)]
        else { return nil }
        // The number -1 - n is written as n: -1 as 0, -7 as 6.
        let part = { (number: UInt64) in members[.negative(number)] }
        switch (type, algorithm) {
        case (2, 6):
            // Also below: a key that the library refuses is of no use, whatever the reason.
            guard part(0) == .unsigned(1), let x = part(1)?.bytes, let y = part(2)?.bytes, x.count == 32, y.count == 32,
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            else { return nil }
            self = .es256(key)
        case (1, 7):
            // As above.
            guard part(0) == .unsigned(6), let x = part(1)?.bytes,
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
            else { return nil }
            self = .eddsa(key)
        case (3, 256):
            guard let modulus = part(0)?.bytes, Self.modulusLengths.contains(modulus.count),
                let exponent = part(1)?.bytes, (1...4).contains(exponent.count),
                // As above.
                let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
            else { return nil }
            self = .rs256(key)
        default: return nil
        }
    }

    /// Whether the key has signed this.
    func accepts(_ signature: [UInt8], of content: [UInt8]) -> Bool {
        switch self {
        case .es256(let key):
            // A signature that is not in DER is wrong.
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: content)
        case .eddsa(let key): return key.isValidSignature(signature, for: content)
        case .rs256(let key):
            let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
            return key.isValidSignature(signature, for: SHA256.hash(data: content), padding: .insecurePKCS1v1_5)
        }
    }
}
