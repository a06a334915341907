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
/// - Enforce: a good proof lets an SMS go, whatever other kinds the call lacks. A bad proof refuses the call, also where
///   the project pays for some SMS without a proof: an app that cannot get a token brings none, or the SDK's placeholder,
///   which counts as none.
struct VerifyApp: Sendable {
    /// What can be verified here comes first, and what others are asked about comes last.
    private static let order: [AppProof.Kind] = [.silentPush, .appCheck, .appAttest, .playIntegrity, .captcha]

    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// Whether an app of the project makes a call that brings these proofs.
    ///
    /// Throws for a bad proof of a kind that the project enforces, and for a good one that has called too often in the last
    /// minute. Throws `unavailable` while the only proof cannot be verified, for example because its issuer's keys are out
    /// of reach.
    func verify(_ presented: PresentedProofs, for project: Project) async throws(AccountError) -> AppVerification {
        var (proof, reasons, isUnverified) = (AppProof?.none, Set<MissingProof>(), false)
        for kind in Self.order where project.proofs[kind] != .off {
            // A page with App Check may show a captcha all the same. Its provider need not be asked then.
            if kind == .captcha, proof != nil, project.proofs[kind] == .enforce { continue }
            let look = await look(at: presented, kind, for: project)
            ports.verifications.facts.tell(.appVerified(kind, look.result, of: project.app), at: ports.now())
            switch (look, project.proofs[kind]) {
            case (.missing, _): reasons.insert(presented.reason)
            case (.bad, .enforce): throw kind.refusal
            case (.bad, _): reasons.insert(.refused)
            case (.good(let digest), .enforce):
                proof = proof ?? AppProof(kind, digest: digest, limits: project.proofs.limits(of: kind))
            case (.unverified, .enforce): isUnverified = true
            case (.good, _), (.unverified, _): reasons.insert(.audit)
            }
        }
        guard let proof else {
            if isUnverified { throw .unavailable }
            return .unproven(Self.worst(reasons), sends: project.unprovenSends)
        }
        try ports.limits.proofs.take(proof, of: project.app, at: ports.now())
        return .proven(proof)
    }

    private func look(at presented: PresentedProofs, _ kind: AppProof.Kind, for project: Project) async -> ProofLook {
        switch kind {
        case .appCheck: await AppCheckProofs(ports).look(at: presented.appCheck, for: project)
        case .captcha:
            await CaptchaProofs(ports).look(at: presented.captcha, from: presented.address, for: project)
        case .silentPush: SilentPushProofs(ports).look(at: presented, for: project)
        case .appAttest:
            await AppAttestProofs(ports).look(at: presented.appAttest, number: presented.number, for: project)
        case .playIntegrity: await PlayIntegrityProofs(ports).look(at: presented.playIntegrity, for: project)
        }
    }

    /// Of several reasons the one that tells an operator most; the project takes no proof where there is none.
    private static func worst(_ reasons: Set<MissingProof>) -> MissingProof {
        [.refused, .audit, .pushLate, .simulator, .noToken].first(where: reasons.contains) ?? .notAsked
    }
}

/// A proof, as far as it could be verified.
enum ProofLook: Sendable, Hashable {
    /// `digest` stands for the proof, or for whatever its SMS count with, for example a device.
    case good(digest: String)
    case bad
    case missing
    case unverified

    /// The same for the same bytes, and nothing that tells them.
    static func digest(of bytes: [UInt8]) -> String { Array(SHA256.hash(data: bytes).prefix(16)).hex }

    var result: AppProof.Result {
        switch self {
        case .good: .good
        case .bad: .bad
        case .missing: .missing
        case .unverified: .unverified
        }
    }
}

extension AppProof.Kind {
    /// The error for a bad proof, in the words after which the SDKs do the right thing: after `invalidAppCredential` they
    /// forget the credential and ask for a new one.
    fileprivate var refusal: AccountError {
        switch self {
        case .appCheck: .badAppCheckToken
        case .captcha: .refused(.captchaCheckFailed)
        case .silentPush, .appAttest, .playIntegrity: .refused(.invalidAppCredential)
        }
    }
}
