import AccountCore
import Crypto
import StrictJSON
import VerificationCore
import Verifications

/// Verifies the proofs of the app that a call brings, each a single time.
///
/// The outcome goes with the request to the worker, which counts the SMS of each proof:
/// - Off: no proof of this kind is looked at.
/// - Audit: a proof is verified and counted. It decides nothing.
/// - Enforce: a good proof lets an SMS go. A bad proof refuses the call, also where the project pays for some SMS without
///   a proof, because an app of the project writes no bad one.
struct VerifyApp: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// Whether an app of the project makes a call that brings these proofs.
    ///
    /// Throws for a bad proof of a kind that the project enforces. Throws `unavailable` while such a proof cannot be
    /// verified, for example because its issuer's keys are out of reach.
    func verify(_ presented: PresentedProofs, for project: Project) async throws(AccountError) -> AppVerification {
        switch project.proofs[.appCheck] {
        case .off: return .unproven(.noToken, sends: project.unprovenSends)
        case .audit:
            let look = await look(at: presented.appCheck, for: project)
            return .unproven(look.result == .missing ? .noToken : .audit, sends: project.unprovenSends)
        case .enforce:
            let look = await look(at: presented.appCheck, for: project)
            switch look.result {
            case .good: break
            case .missing: return .unproven(.noToken, sends: project.unprovenSends)
            case .bad: throw .badAppCheckToken
            case .unverified: throw .unavailable
            }
            return .proven(AppProof(.appCheck, digest: look.digest, limits: project.proofs.limits))
        }
    }

    /// Verifies an App Check token, and counts how it turned out.
    private func look(at text: String?, for project: Project) async -> (result: AppProof.Result, digest: String) {
        let look = await result(of: text, for: project)
        ports.verifications.facts.tell(.appVerified(.appCheck, look.result, of: project.app), at: ports.now())
        return look
    }

    private func result(of text: String?, for project: Project) async -> (result: AppProof.Result, digest: String) {
        guard let text, !text.isEmpty else { return (.missing, "") }
        guard text.utf8.count <= AppCheckToken.longest, let token = TokenText(text), token.algorithm == "RS256",
            let keyID = token.keyID, let claims = token.claims,
            let appCheck = AppCheckToken(claims, of: project.proofs.appCheckIssuers), appCheck.isGood(at: ports.now())
        else { return (.bad, "") }
        let key: TokenVerifier?
        do throws(AccountError) {
            key = try await ports.credentials.keySets.key(keyID, at: appCheck.issuer.keySetURL, now: ports.now())
        } catch {
            // The cache has reported why.
            return (.unverified, "")
        }
        guard key?.hasSigned(token) == true else { return (.bad, "") }
        // What is signed names the token: nobody can write the same claims in another way without the issuer's key.
        return (.good, Array(SHA256.hash(data: token.signed).prefix(16)).hex)
    }
}

/// What a call brings along to show that an app of the project makes it, as it came.
package struct PresentedProofs: Sendable, Hashable {
    /// The header `X-Firebase-AppCheck`; nil without.
    package let appCheck: String?
    /// Whether a web page calls: if a proof is missing, a page gets another error than an app.
    package let isFromPage: Bool

    package init(appCheck: String?, isFromPage: Bool) { (self.appCheck, self.isFromPage) = (appCheck, isFromPage) }

    /// The error for a call that brings no proof.
    var missing: AccountError { .refused(isFromPage ? .missingRecaptchaToken : .missingAppCredential) }
}
