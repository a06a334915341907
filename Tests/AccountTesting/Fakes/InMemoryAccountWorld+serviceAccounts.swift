import AccountCore
import VerificationCore

// Service accounts; they go with their project, as in a database.
extension InMemoryAccountWorld {
    package func serviceAccounts() throws(StoreError) -> [ServiceAccount] {
        try answering(about: .serviceAccounts) { state in
            state.serviceAccounts.values.sorted { ($0.createdAt, $0.keyID) < ($1.createdAt, $1.keyID) }
        }
    }

    package func add(_ account: ServiceAccount) throws(StoreError) -> Bool {
        try answering(about: .serviceAccounts) { state throws(StoreError) in
            guard state.projects.all[account.project] != nil else { return false }
            guard state.serviceAccounts[account.keyID] == nil else {
                throw .broken("a key with the id of another key")
            }
            state.serviceAccounts[account.keyID] = account
            return true
        }
    }

    package func removeServiceAccount(_ keyID: String) throws(StoreError) -> Bool {
        try answering(about: .serviceAccounts) { $0.serviceAccounts.removeValue(forKey: keyID) != nil }
    }
}
