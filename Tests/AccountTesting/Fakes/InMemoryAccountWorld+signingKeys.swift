import AccountCore
import VerificationCore

// Keys that sign tokens.
extension InMemoryAccountWorld: SigningKeyStore {
    package func signingKeys() throws(StoreError) -> [SigningKey] {
        try answering(about: .signingKeys) {
            $0.signingKeys.values.sorted { ($0.activeFrom, $0.id) < ($1.activeFrom, $1.id) }
        }
    }

    package func add(_ key: SigningKey) throws(StoreError) {
        try answering(about: .signingKeys) { state throws(StoreError) in
            guard state.signingKeys[key.id] == nil else { throw .broken("a key with the id of another key") }
            state.signingKeys[key.id] = key
        }
    }

    package func addFirst(_ key: SigningKey) throws(StoreError) {
        try answering(about: .signingKeys) { state in
            if state.signingKeys.isEmpty { state.signingKeys[key.id] = key }
        }
    }

    package func reseal(_ key: SigningKey) throws(StoreError) -> Bool {
        try answering(about: .signingKeys) { state in
            guard let kept = state.signingKeys[key.id] else { return false }
            state.signingKeys[key.id] = SigningKey(
                id: kept.id, secret: key.secret, certificate: kept.certificate, activeFrom: kept.activeFrom)
            return true
        }
    }

    package func removeSigningKey(_ id: String) throws(StoreError) -> Bool {
        try answering(about: .signingKeys) { $0.signingKeys.removeValue(forKey: id) != nil }
    }
}
