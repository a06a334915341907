import AccountCore
import VerificationCore

/// Verifies assertions of App Attest, each by the key of its device.
struct AppAttestProofs: Sendable {
    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// The digest stands for the key, so all SMS of a device count together.
    func look(at text: String?, number: String?, for project: Project) async -> ProofLook {
        guard let text, !text.isEmpty else { return .missing }
        let now = ports.now()
        guard let rules = project.proofs.appAttest, let number, let assertion = AppAssertion(text),
            let challenge = AppChallenge(assertion.challenge, of: project.id, at: now, by: ports.keyRing)
        else { return .bad }
        do throws(AccountError) {
            let key = try await ports.asking { () throws(StoreError) in
                try await ports.credentials.attestedKeys.attestedKey(assertion.keyID, of: project.id)
            }
            let clientData = assertion.clientData(number: number)
            guard let key, AppAttestCheck(rules: rules).isGood(assertion, by: key, over: clientData) else {
                return .bad
            }
            guard try await use(challenge, in: assertion, of: project, at: now) else { return .bad }
            return .good(digest: ProofLook.digest(of: key.id))
        } catch {
            // The port has reported why.
            return .unverified
        }
    }

    /// Uses up the challenge and the counter, both or neither; false where another call has used one of them.
    private func use(
        _ challenge: AppChallenge, in assertion: AppAssertion, of project: Project, at now: Timestamp
    ) async throws(AccountError) -> Bool {
        try await ports.asking { () throws(StoreError) in
            try await ports.credentials.attestedKeys.advance(
                assertion.keyID, to: assertion.authenticatorData.counter, using: challenge.name, of: project.id,
                at: now)
        }
    }
}
