import AccountCore
import VerificationCore

// Keys of devices, and challenges that are used up.
extension InMemoryAccountWorld: AttestedKeyStore {
    package func attestedKey(_ id: [UInt8], of project: ProjectID) throws(StoreError) -> AttestedKey? {
        try answering(about: .attestedKeys) { $0.attestedKeys[project]?[id]?.key }
    }

    package func keep(
        _ key: AttestedKey, using challenge: VerificationID, of project: ProjectID, at now: Timestamp
    ) throws(StoreError) -> Bool {
        try answering(about: .attestedKeys) { state in
            guard state.accounts.usedVerifications.insert(challenge).inserted,
                state.attestedKeys[project]?[key.id] == nil
            else { return false }
            state.attestedKeys[project, default: [:]][key.id] = KeptKey(key: key, usedAt: now)
            return true
        }
    }

    package func advance(
        _ id: [UInt8], to counter: UInt32, using challenge: VerificationID, of project: ProjectID, at now: Timestamp
    ) throws(StoreError) -> Bool {
        try answering(about: .attestedKeys) { state in
            guard let key = state.attestedKeys[project]?[id]?.key, key.counter < counter,
                state.accounts.usedVerifications.insert(challenge).inserted
            else { return false }
            let used = AttestedKey(
                id: id, app: key.app, publicKey: key.publicKey, counter: counter, isDevelopment: key.isDevelopment)
            state.attestedKeys[project]?[id] = KeptKey(key: used, usedAt: now)
            return true
        }
    }

    package func useChallenge(_ name: VerificationID, at now: Timestamp) throws(StoreError) -> Bool {
        try answering(about: .attestedKeys) { $0.accounts.usedVerifications.insert(name).inserted }
    }

    package func forgetKeys(unusedSince moment: Timestamp) throws(StoreError) {
        try answering(about: .attestedKeys) { state in
            state.attestedKeys = state.attestedKeys.mapValues { $0.filter { $0.value.usedAt >= moment } }
        }
    }
}

/// A key as the world keeps it.
struct KeptKey: Sendable {
    let key: AttestedKey
    let usedAt: Timestamp
}
