import AccountCore
import VerificationCore

/// Locks what is sealed in the database under the current key of the codes, so that an older key may go.
package struct ResealService: Sendable {
    private let apps: any AppStore
    private let signingKeys: any SigningKeyStore
    private let projects: any ProjectStore
    private let permits: Permits

    package init(
        apps: any AppStore, signingKeys: any SigningKeyStore, projects: any ProjectStore, permits: Permits
    ) {
        (self.apps, self.signingKeys, self.projects, self.permits) = (apps, signingKeys, projects, permits)
    }

    /// Reseals codes of test numbers, secrets of endpoints and captchas, and signing keys; a second call finds nothing to do.
    ///
    /// - Parameters:
    ///   - keyRing: with the current key and those before.
    ///   - reseal: the same signing key under the ring's current key; nil where the ring lacks its key.
    ///   - reason: why, as the person wrote it.
    ///   - person: who does it.
    /// - Returns: how many were under another key, and how many stay as they are because the ring lacks their key.
    /// - Throws: the refusal.
    package func reseal(
        by keyRing: KeyRing, signingKey reseal: (SigningKey) -> SigningKey?, because reason: String,
        by person: Operator
    ) async throws(OperatorError) -> (resealed: Int, locked: Int) {
        try await permits.perform(.changeTestNumber, on: "codes and secrets", because: reason, by: person) {
            () throws(OperatorError) in
            let all = try await asked { () throws(StoreError) in
                [
                    try await apps.resealTestNumbers(by: keyRing), try await apps.resealEndpoints(by: keyRing),
                    try await resealSigningKeys(under: keyRing.currentName, reseal),
                    try await resealCaptchas(by: keyRing),
                ]
            }
            let resealed = all.map(\.resealed).reduce(0, +)
            return ((resealed, all.map(\.locked).reduce(0, +)), resealed > 0 ? "\(resealed) resealed" : nil)
        }
    }

    private func resealSigningKeys(
        under name: String, _ reseal: (SigningKey) -> SigningKey?
    ) async throws(StoreError) -> (resealed: Int, locked: Int) {
        var count = (resealed: 0, locked: 0)
        for key in try await signingKeys.signingKeys() where key.secret.keyName != name {
            guard let resealed = reseal(key) else {
                count.locked += 1
                continue
            }
            if try await signingKeys.reseal(resealed) { count.resealed += 1 }
        }
        return count
    }

    private func resealCaptchas(by keyRing: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int) {
        var count = (resealed: 0, locked: 0)
        for project in try await projects.projects() {
            guard let sealed = project.proofs.captcha?.secret, sealed.keyName != keyRing.currentName else { continue }
            guard let secret = keyRing.reseal(captchaSecret: sealed, of: project.id) else {
                count.locked += 1
                continue
            }
            let change = try await projects.change(project.id) { project throws(AccountError) in
                var project = project
                // An operator may have given the project another secret in between.
                if project.proofs.captcha?.secret == sealed { project.proofs.captcha?.secret = secret }
                return project
            }
            if case .changed = change { count.resealed += 1 }
        }
        return count
    }
}
