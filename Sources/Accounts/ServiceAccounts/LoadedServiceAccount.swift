import AccountCore
import JWTKit
import VerificationCore

/// A service account of the store, ready to check custom tokens.
struct LoadedServiceAccount: Sendable {
    let stored: ServiceAccount
    private let algorithm: any JWTAlgorithm

    /// Throws for an account whose public key says nothing; then it is as if the account were not there.
    init(_ stored: ServiceAccount) async throws(StoreProblem) {
        do {
            let key = try JWTKit.Insecure.RSA.PublicKey(pem: stored.publicKey)
            algorithm = try await JWTKeyCollection().add(rsa: key, digestAlgorithm: .sha256).getKey()
        } catch {
            // The error may quote the key, and says nothing that helps.
            throw .unreadable("the public key of service account \(stored.keyID) is damaged")
        }
        self.stored = stored
    }

    /// Whether the account's key has made the token's signature.
    func hasSigned(_ token: TokenText) -> Bool {
        // A signature that cannot be checked is as good as a wrong signature.
        (try? algorithm.verify(token.signature, signs: token.signed)) ?? false
    }
}
