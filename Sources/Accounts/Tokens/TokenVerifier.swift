import Crypto
import FoundationEssentials
import JWTKit
import StrictJSON
import VerificationCore

/// A public key that checks signatures of tokens, with the one algorithm that is its own.
///
/// The token never chooses: a header that names another algorithm makes the token a forgery, whatever its signature.
struct TokenVerifier: Sendable {
    private enum Key: Sendable {
        /// RS256.
        case rsa(any JWTAlgorithm)
        /// ES256.
        case p256(P256.Signing.PublicKey)
    }

    private let key: Key

    /// Throws for a key that jwt-kit does not take, for example because it is too short.
    init(_ key: JWTKit.Insecure.RSA.PublicKey) async throws {
        self.key = .rsa(try await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256).getKey())
    }

    /// Reads a JSON Web Key (RFC 7517); nil for a key that checks no token of RS256 or ES256.
    init?(jwk: JSONValue) async {
        guard jwk["use"]?.string ?? "sig" == "sig" else { return nil }
        switch jwk["kty"]?.string {
        case "RSA" where jwk["alg"]?.string ?? "RS256" == "RS256":
            guard let modulus = jwk["n"]?.string, let exponent = jwk["e"]?.string,
                // A key that jwt-kit does not take checks no token.
                let key = try? JWTKit.Insecure.RSA.PublicKey(modulus: modulus, exponent: exponent),
                let verifier = try? await TokenVerifier(key)
            else { return nil }
            self = verifier
        case "EC" where jwk["alg"]?.string ?? "ES256" == "ES256":
            // The coordinates have all their bytes (RFC 7518, section 6.2.1.2).
            guard jwk["crv"]?.string == "P-256", let x = jwk["x"]?.string.flatMap({ Base64.decode($0) }),
                let y = jwk["y"]?.string.flatMap({ Base64.decode($0) }), x.count == 32, y.count == 32,
                // A point that is not on the curve is no key.
                let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y)
            else { return nil }
            self.key = .p256(key)
        default: return nil
        }
    }

    /// Whether the key has made the token's signature.
    func hasSigned(_ token: TokenText) -> Bool {
        switch key {
        case .rsa(let algorithm):
            guard token.algorithm == "RS256" else { return false }
            // A signature that cannot be checked is as good as a wrong signature.
            return (try? algorithm.verify(token.signature, signs: token.signed)) ?? false
        case .p256(let key):
            // As above.
            guard token.algorithm == "ES256",
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: Data(token.signature))
            else { return false }
            return key.isValidSignature(signature, for: Data(token.signed))
        }
    }
}
