import AccountCore
import VerificationCore

/// The keys that sign ID tokens: commands add and remove them here.
package struct SigningKeyService: Sendable {
    private let store: any SigningKeyStore
    private let permits: Permits

    package init(store: any SigningKeyStore, permits: Permits) {
        (self.store, self.permits) = (store, permits)
    }

    /// Adds a key; it is published at once, and signs when its time comes.
    package func add(_ key: SigningKey, because reason: String, by person: Operator) async throws(OperatorError) {
        try await permits.perform(.changeKey, on: "signing key \(key.id) made", because: reason, by: person) {
            () throws(OperatorError) in
            try await asked { () throws(StoreError) in try await store.add(key) }
            return ""
        }
    }

    /// Throws where the key could not be removed; the key that signs at this moment stays.
    package func previewRemoval(
        of id: String, at now: Timestamp, for person: Operator
    ) async throws(OperatorError) {
        try await permits.preview(.changeKey, on: "signing key \(id)", by: person)
        let keys = try await asked { () throws(StoreError) in try await store.signingKeys() }
        guard keys.contains(where: { $0.id == id }) else { throw .nothing("key \(id)") }
        guard keys.signing(at: now)?.id != id else {
            throw .unusable("key \(id) signs now; rotate first, and wait until the new key signs")
        }
    }

    /// Deletes a key: tokens that it signed become invalid.
    package func remove(
        _ id: String, at now: Timestamp, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        try await previewRemoval(of: id, at: now, for: person)
        let wasThere = try await permits.change(
            .changeKey, on: "signing key \(id) removed", because: reason, by: person
        ) { () throws(StoreError) in try await store.removeSigningKey(id) }
        guard wasThere else { throw .nothing("key \(id)") }
    }
}
