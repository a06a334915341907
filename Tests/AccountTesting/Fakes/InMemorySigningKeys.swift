import AccountCore
import Synchronization
import VerificationCore

/// Keys that sign tokens, in memory.
package final class InMemorySigningKeys: SigningKeyStore {
    private struct State {
        var keys: [String: SigningKey] = [:]
        var isAway = false
        var questions = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// While it is away, every call throws `unavailable`.
    package var isAway: Bool {
        get { state.withLock(\.isAway) }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// How many calls it has had.
    package var questions: Int { state.withLock(\.questions) }

    package func signingKeys() throws(StoreError) -> [SigningKey] {
        try asked { $0.keys.values.sorted { ($0.activeFrom, $0.id) < ($1.activeFrom, $1.id) } }
    }

    package func add(_ key: SigningKey) throws(StoreError) {
        try asked { state throws(StoreError) in
            guard state.keys[key.id] == nil else { throw .broken("a key with the id of another key") }
            state.keys[key.id] = key
        }
    }

    package func addFirst(_ key: SigningKey) throws(StoreError) {
        try asked { state in
            if state.keys.isEmpty { state.keys[key.id] = key }
        }
    }

    package func reseal(_ key: SigningKey) throws(StoreError) -> Bool {
        try asked { state in
            guard let kept = state.keys[key.id] else { return false }
            state.keys[key.id] = SigningKey(
                id: kept.id, secret: key.secret, certificate: kept.certificate, activeFrom: kept.activeFrom)
            return true
        }
    }

    package func removeSigningKey(_ id: String) throws(StoreError) -> Bool {
        try asked { $0.keys.removeValue(forKey: id) != nil }
    }

    private func asked<Value: Sendable>(
        _ call: (inout State) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try state.withLock { state throws(StoreError) in
            state.questions += 1
            if state.isAway { throw .unavailable }
            return try call(&state)
        }
    }
}
