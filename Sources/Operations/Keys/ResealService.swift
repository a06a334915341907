import AccountCore
import VerificationCore

/// Locks what is sealed in the database under the current key of the codes, so that an older key may go.
package struct ResealService: Sendable {
    private let apps: any AppStore
    private let signingKeys: any SigningKeyStore
    private let projects: any ProjectStore
    private let accounts: any AccountStore
    private let operators: any OperatorFactorStore
    private let permits: Permits

    package init(
        apps: any AppStore, signingKeys: any SigningKeyStore, projects: any ProjectStore, accounts: any AccountStore,
        operators: any OperatorFactorStore, permits: Permits
    ) {
        (self.apps, self.signingKeys, self.projects, self.permits) = (apps, signingKeys, projects, permits)
        (self.accounts, self.operators) = (accounts, operators)
    }

    /// Reseals codes of test numbers, secrets of endpoints, signing keys, the secrets of proofs and of other providers, and
    /// the secrets of authenticator apps, also of operators.
    ///
    /// A second call finds nothing to do.
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
                    try await resealRules(of: \.proofs) { $0.resealed(for: $1, by: keyRing) },
                    try await resealRules(of: \.identities) { $0.resealed(for: $1, by: keyRing) },
                    try await accounts.resealFactors(by: keyRing), try await resealOperators(by: keyRing),
                ]
            }
            let resealed = all.map(\.resealed).reduce(0, +)
            return ((resealed, all.map(\.locked).reduce(0, +)), resealed > 0 ? "\(resealed) resealed" : nil)
        }
    }

    /// Reseals what each project keeps in a part of its settings.
    private func resealRules<Rules: Sendable & Equatable>(
        of part: any WritableKeyPath<Project, Rules> & Sendable,
        _ resealed: @escaping @Sendable (Rules, ProjectID) -> Rules?
    ) async throws(StoreError) -> (resealed: Int, locked: Int) {
        var count = (resealed: 0, locked: 0)
        for project in try await projects.projects() {
            guard let rules = resealed(project[keyPath: part], project.id) else {
                count.locked += 1
                continue
            }
            if rules == project[keyPath: part] { continue }
            let change = try await projects.change(project.id) { kept in
                var changed = kept
                // An operator may have given the project other secrets in between.
                changed[keyPath: part] = resealed(kept[keyPath: part], kept.id) ?? kept[keyPath: part]
                return changed
            }
            if case .changed = change { count.resealed += 1 }
        }
        return count
    }

    private func resealOperators(by keyRing: KeyRing) async throws(StoreError) -> (resealed: Int, locked: Int) {
        var count = (resealed: 0, locked: 0)
        for factor in try await operators.factors() where factor.secret.keyName != keyRing.currentName {
            guard let resealed = factor.resealed(by: keyRing) else {
                count.locked += 1
                continue
            }
            if try await operators.reseal(factor, as: resealed.secret) { count.resealed += 1 }
        }
        return count
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
}
