import AccountCore
import Crypto
import Operations
import StrictJSON
import VerificationCore

/// Adds, changes and removes providers of a project for an administrator, who never gets a secret back.
package struct ChangeProvider: Sendable {
    private let ports: AccountPorts

    package init(_ ports: AccountPorts) { self.ports = ports }

    /// Adds a provider; without `enabled` it is off, as on every server of this wire.
    ///
    /// Where two meet: two calls that add a provider of one id. The store decides, and the second finds it there.
    ///
    /// - Parameters:
    ///   - id: as the administrator names it.
    ///   - body: the members as the administrator wrote them.
    ///   - kind: in which list the provider is.
    ///   - person: the administrator; nil for nobody whom the audit would name.
    ///   - project: whose.
    /// - Returns: the provider as the wire shows it.
    /// - Throws: an `AccountError` if the project cannot have the provider.
    package func add(
        _ id: String, saying body: JSONObject, of kind: ProviderKind, by person: Operator?, to project: Project
    ) async throws(AccountError) -> JSONObject {
        guard let id = ProviderID(id), ProviderKind(id) == kind else {
            throw .refused(.invalidConfigID, "An id in this list is \(kind.expectation).")
        }
        let (update, ring) = (try ProviderUpdate(body, mask: nil, of: kind), ports.keyRing)
        let added = try await save(id, in: project) { rules throws(AccountError) in
            guard rules[id] == nil else { throw .refused(.configurationExists) }
            guard rules.providers.count < IdentityRules.mostProviders else {
                throw .refused(.invalidConfig, "A project has at most \(IdentityRules.mostProviders) providers.")
            }
            var new = IdentityProvider(id)
            new.isEnabled = false
            return try update.changed(new, sealedFor: project.id, by: ring)
        }
        await note(.added, of: id, by: person, in: project)
        return added.document(in: project.id)
    }

    /// Changes a provider; what the change does not name stays, also the secret.
    ///
    /// - Parameters:
    ///   - id: the provider's.
    ///   - body: the members as the administrator wrote them.
    ///   - mask: which members are changed; nil for those of the body.
    ///   - kind: in which list the provider is.
    ///   - person: the administrator; nil for nobody whom the audit would name.
    ///   - project: whose.
    /// - Returns: the provider as the wire shows it.
    /// - Throws: an `AccountError` if there is no such provider, or it cannot be so.
    package func change(
        _ id: String, saying body: JSONObject, mask: FieldMask?, of kind: ProviderKind, by person: Operator?,
        in project: Project
    ) async throws(AccountError) -> JSONObject {
        let id = try ShowProviders.id(id, of: kind)
        let (update, ring) = (try ProviderUpdate(body, mask: mask, of: kind), ports.keyRing)
        let before = project.identities[id]
        let changed = try await save(id, in: project) { rules throws(AccountError) in
            guard let provider = rules[id] else { throw .refused(.configurationNotFound) }
            return try update.changed(provider, sealedFor: project.id, by: ring)
        }
        await note(.changed(before.map(changed.changes) ?? "all"), of: id, by: person, in: project)
        return changed.document(in: project.id)
    }

    /// Removes a provider, with its secret; throws an `AccountError` if there is none.
    package func remove(
        _ id: String, of kind: ProviderKind, by person: Operator?, from project: Project
    ) async throws(AccountError) {
        let id = try ShowProviders.id(id, of: kind)
        _ = try await ports.changeProject(project.id) { kept throws(AccountError) in
            guard kept.identities[id] != nil else { throw .refused(.configurationNotFound) }
            var changed = kept
            changed.identities[id] = nil
            return changed
        }
        await note(.removed, of: id, by: person, in: project)
    }

    /// Saves the provider that `decide` makes of the rules as they are, and answers it as it is kept.
    private func save(
        _ id: ProviderID, in project: Project,
        _ decide: @escaping @Sendable (IdentityRules) throws(AccountError) -> IdentityProvider
    ) async throws(AccountError) -> IdentityProvider {
        let kept = try await ports.changeProject(project.id) { kept throws(AccountError) in
            var changed = kept
            changed.identities[id] = try decide(kept.identities)
            return changed
        }
        guard let provider = kept.identities[id] else { throw .refused(.configurationNotFound) }
        return provider
    }

    private func note(
        _ change: AdministratorAction.ProviderChange, of id: ProviderID, by person: Operator?, in project: Project
    ) async {
        await AdmitCaller(ports).note(.changedProvider(id, change), by: person, in: project)
    }
}

extension ProviderUpdate {
    /// The provider with these members, its secret sealed for the project and the provider.
    func changed(
        _ provider: IdentityProvider, sealedFor project: ProjectID, by ring: KeyRing
    ) throws(AccountError) -> IdentityProvider {
        try changed(provider) { secret throws(AccountError) in
            let text: String
            switch secret {
            case .ofClient(let secret): text = secret
            case .applePrivateKey(let pem):
                guard AppleKeyFile.isKey(pem) else {
                    throw .refused(.invalidConfig, "privateKey is a private key of P-256 in PEM, as Apple gives it.")
                }
                text = pem
            }
            // The ring lacks its current key: no caller can help it.
            guard let sealed = ring.seal(Array(text.utf8), for: IdentityProvider.purpose(of: project, provider.id))
            else { throw .internalError }
            return sealed
        }
    }
}

/// The file of a private key that Apple gives developers, `AuthKey_….p8`.
package enum AppleKeyFile {
    /// Whether a text is a private key of P-256 in PEM.
    package static func isKey(_ pem: String) -> Bool {
        // What the library says of a text may quote it.
        (try? P256.Signing.PrivateKey(pemRepresentation: pem)) != nil
    }
}
