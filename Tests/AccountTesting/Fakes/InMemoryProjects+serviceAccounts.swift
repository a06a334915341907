import AccountCore
import Synchronization
import VerificationCore

// Service accounts in memory; they go with their project, as in a database.
extension InMemoryProjects {
    package func serviceAccounts() throws(StoreError) -> [ServiceAccount] {
        try askedOfServiceAccounts { state in
            state.serviceAccounts.values.sorted { ($0.createdAt, $0.keyID) < ($1.createdAt, $1.keyID) }
        }
    }

    package func add(_ account: ServiceAccount) throws(StoreError) -> Bool {
        try askedOfServiceAccounts { state throws(StoreError) in
            guard state.projects[account.project] != nil else { return false }
            guard state.serviceAccounts[account.keyID] == nil else {
                throw .broken("a key with the id of another key")
            }
            state.serviceAccounts[account.keyID] = account
            return true
        }
    }

    package func removeServiceAccount(_ keyID: String) throws(StoreError) -> Bool {
        try askedOfServiceAccounts { $0.serviceAccounts.removeValue(forKey: keyID) != nil }
    }

    /// How many calls about service accounts it has had.
    package var serviceAccountQuestions: Int { state.withLock(\.serviceAccountQuestions) }

    /// While they are away, every call about service accounts throws `unavailable`.
    package var serviceAccountsAreAway: Bool {
        get { state.withLock(\.serviceAccountsAreAway) }
        set { state.withLock { $0.serviceAccountsAreAway = newValue } }
    }

    private func askedOfServiceAccounts<Value: Sendable>(
        _ call: (inout State) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try asked { state throws(StoreError) in
            state.serviceAccountQuestions += 1
            if state.serviceAccountsAreAway { throw .unavailable }
            return try call(&state)
        }
    }
}
