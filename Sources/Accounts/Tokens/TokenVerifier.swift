import JWTKit
import StrictJSON

/// A public RSA key that checks signatures of tokens (RS256).
struct TokenVerifier: Sendable {
    private let algorithm: any JWTAlgorithm

    /// Throws for a key that jwt-kit does not take, for example because it is too short.
    init(_ key: JWTKit.Insecure.RSA.PublicKey) async throws {
        algorithm = try await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256).getKey()
    }

    /// Whether the key has made the token's signature.
    func hasSigned(_ token: TokenText) -> Bool {
        // A signature that cannot be checked is as good as a wrong signature.
        (try? algorithm.verify(token.signature, signs: token.signed)) ?? false
    }
}
