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
///   a proof: an app that cannot get a token brings none, or the SDK's placeholder, which counts as none.
struct VerifyApp: Sendable {
    /// A proof, as far as it could be verified; `digest` is empty unless it is good.
    private typealias Look = (result: AppProof.Result, digest: String)

    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// Whether an app of the project makes a call that brings these proofs.
    ///
    /// Throws for a bad proof of a kind that the project enforces, and for a good one that has called too often in the last
    /// minute. Throws `unavailable` while such a proof cannot be verified, for example because its issuer's keys are out of
    /// reach.
    func verify(_ presented: PresentedProofs, for project: Project) async throws(AccountError) -> AppVerification {
        switch project.proofs[.appCheck] {
        case .off: return .unproven(.notAsked, sends: project.unprovenSends)
        case .audit:
            let reason = await look(at: presented.appCheck, for: project).result.missingProof
            return .unproven(reason, sends: project.unprovenSends)
        case .enforce:
            let look = await look(at: presented.appCheck, for: project)
            switch look.result {
            case .good: break
            case .missing: return .unproven(.noToken, sends: project.unprovenSends)
            case .bad: throw .badAppCheckToken
            case .unverified: throw .unavailable
            }
            let proof = AppProof(.appCheck, digest: look.digest, limits: project.proofs.limits)
            try ports.limits.proofs.take(proof, of: project.app, at: ports.now())
            return .proven(proof)
        }
    }

    /// Verifies an App Check token, and counts how it turned out.
    private func look(at text: String?, for project: Project) async -> Look {
        let look = await result(of: text, for: project)
        ports.verifications.facts.tell(.appVerified(.appCheck, look.result, of: project.app), at: ports.now())
        return look
    }

    private func result(of text: String?, for project: Project) async -> Look {
        guard let text, !text.isEmpty, text != AppCheckToken.placeholder else { return (.missing, "") }
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
        // The signed bytes name the token: nobody can write the same claims in another way without the issuer's key.
        return (.good, Array(SHA256.hash(data: token.signed).prefix(16)).hex)
    }
}

extension AppProof.Result {
    /// Why a call has no proof that decides, where proofs are audited.
    fileprivate var missingProof: MissingProof {
        switch self {
        case .missing: .noToken
        case .bad: .refused
        case .good, .unverified: .audit
        }
    }
}

/// What a call brings along to show that an app of the project makes it, as it came.
package struct PresentedProofs: Sendable, CustomStringConvertible, CustomReflectable {
    /// The header `X-Firebase-AppCheck`; nil without.
    let appCheck: String?
    /// Whether a web page calls: if a proof is missing, a page gets another error than an app.
    private let isFromPage: Bool

    package init(appCheck: String?, isFromPage: Bool) { (self.appCheck, self.isFromPage) = (appCheck, isFromPage) }

    /// The error for a call that brings no proof.
    var missing: AccountError { .refused(isFromPage ? .missingRecaptchaToken : .missingAppCredential) }

    package var description: String { "(proofs of an app)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
