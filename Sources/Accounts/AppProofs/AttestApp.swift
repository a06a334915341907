import AccountCore
import Crypto
import VerificationCore

/// Gives apps challenges for their proofs, and keeps the keys of devices that App Attest has attested.
package struct AttestApp: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// A challenge for one proof within `AppChallenge.life`; throws `unavailable` when the ring lacks its current key.
    package func challenge(for project: Project) throws(AccountError) -> String {
        let text = VerificationID(bytes: ports.credentials.randomBytes(16)).flatMap {
            AppChallenge.text(named: $0, for: project.id, at: ports.now(), by: ports.keyRing)
        }
        guard let text else { throw .unavailable }
        return text
    }

    /// The kinds of proofs that an app of the project may bring, in an order that stays; none in an emulator.
    package func kinds(for project: Project) -> [AppProof.Kind] {
        ports.policy.asksForProofs ? project.proofs.taken : []
    }

    /// Keeps a key, whose assertions are proofs from then on.
    ///
    /// An app whose answer was lost may repeat the call: a key that is kept is kept.
    ///
    /// - Parameters:
    ///   - keyID: as the device names its key, in Base64.
    ///   - attestation: as the device got it from Apple for the SHA-256 of the challenge, in Base64.
    ///   - text: the challenge.
    ///   - project: whose app it is.
    /// - Throws: an `AccountError` where the project takes none, or the attestation proves nothing.
    package func attest(
        keyID: String?, attestation: String?, challenge text: String?, for project: Project
    ) async throws(AccountError) {
        guard let rules = project.proofs.appAttest else { throw .refused(.operationNotAllowed) }
        guard let keyID, let attestation, let text else { throw .refused(.missingAppCredential) }
        let now = ports.now()
        guard let id = Base64.decode(keyID), let attestation = Base64.decode(attestation).flatMap(AppAttestation.init),
            let challenge = AppChallenge(text, of: project.id, at: now, by: ports.keyRing),
            let key = await AppAttestCheck(rules: rules).key(
                id, attestedBy: attestation, for: Array(SHA256.hash(data: Array(text.utf8))), at: now)
        else { throw .refused(.invalidAppCredential) }
        try await keep(key, attestedFor: challenge, in: project, at: now)
    }

    private func keep(
        _ key: AttestedKey, attestedFor challenge: AppChallenge, in project: Project, at now: Timestamp
    ) async throws(AccountError) {
        let isKept = try await ports.asking { () throws(StoreError) in
            let keys = ports.credentials.attestedKeys
            if try await keys.keep(key, using: challenge.name, of: project.id, at: now) { return true }
            // Either an earlier call of the app has kept the key, or another key has used the challenge.
            return try await keys.attestedKey(key.id, of: project.id) != nil
        }
        guard isKept else { throw .refused(.invalidAppCredential) }
    }
}
