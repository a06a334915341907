import AccountCore
import VerificationCore

/// Verifies tokens of Play Integrity in the classic form, which contain a challenge of ours.
struct PlayIntegrityProofs: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    func look(at text: String?, for project: Project) async -> ProofLook {
        guard let text, !text.isEmpty else { return .missing }
        guard let rules = project.proofs.playIntegrity else { return .bad }
        guard let keys = PlayIntegrityKeys(of: rules, of: project.id, by: ports.keyRing) else {
            ports.log.report(.keyMissing)
            return .unverified
        }
        let now = ports.now()
        guard let claims = EncryptedToken(text).flatMap(keys.open)?.claims, let verdict = PlayIntegrityVerdict(claims),
            verdict.isGood(by: rules, at: now),
            let challenge = AppChallenge(verdict.nonce, of: project.id, at: now, by: ports.keyRing)
        else { return .bad }
        do throws(AccountError) {
            let isFirst = try await ports.asking { () throws(StoreError) in
                try await ports.credentials.attestedKeys.useChallenge(challenge.name, at: now)
            }
            return isFirst ? .good(digest: ProofLook.digest(of: Array(text.utf8))) : .bad
        } catch {
            // The port has reported why.
            return .unverified
        }
    }
}
