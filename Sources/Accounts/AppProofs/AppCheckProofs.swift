import AccountCore
import StrictJSON
import VerificationCore

/// Verifies tokens of App Check.
struct AppCheckProofs: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    func look(at text: String?, for project: Project) async -> ProofLook {
        guard let text, !text.isEmpty, text != AppCheckToken.placeholder else { return .missing }
        guard text.utf8.count <= AppCheckToken.longest, let token = TokenText(text), token.algorithm == "RS256",
            let keyID = token.keyID, let claims = token.claims,
            let appCheck = AppCheckToken(claims, of: project.proofs.appCheckIssuers), appCheck.isGood(at: ports.now())
        else { return .bad }
        let key: TokenVerifier?
        do throws(AccountError) {
            key = try await ports.credentials.keySets.key(keyID, at: appCheck.issuer.keySetURL, now: ports.now())
        } catch {
            // The cache has reported why.
            return .unverified
        }
        guard key?.hasSigned(token) == true else { return .bad }
        // The signed bytes name the token: nobody can write the same claims in another way without the issuer's key.
        return .good(digest: ProofLook.digest(of: token.signed))
    }
}
