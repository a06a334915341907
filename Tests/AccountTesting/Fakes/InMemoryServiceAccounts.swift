import AccountCore
import Synchronization
import VerificationCore

/// Service accounts in memory; they go with their project, as in a database.
package final class InMemoryServiceAccounts: ServiceAccountStore {
    private struct State {
        var accounts: [String: ServiceAccount] = [:]
        var isAway = false
        var questions = 0
    }

    private let projects: InMemoryProjects
    private let state = Mutex(State())

    /// `projects`: the projects that can have accounts.
    package init(projects: InMemoryProjects) { self.projects = projects }

    /// While it is away, every call throws `unavailable`.
    package var isAway: Bool {
        get { state.withLock(\.isAway) }
        set { state.withLock { $0.isAway = newValue } }
    }

    /// How many calls it has had.
    package var questions: Int { state.withLock(\.questions) }

    package func serviceAccounts() throws(StoreProblem) -> [ServiceAccount] {
        let known = try known()
        return try asked { state in
            state.accounts.values.filter { known.contains($0.project) }
                .sorted { ($0.createdAt, $0.keyID) < ($1.createdAt, $1.keyID) }
        }
    }

    package func add(_ account: ServiceAccount) throws(StoreProblem) -> Bool {
        let known = try known()
        return try asked { state throws(StoreProblem) in
            guard known.contains(account.project) else { return false }
            guard state.accounts[account.keyID] == nil else { throw .broken("a key with the id of another key") }
            state.accounts[account.keyID] = account
            return true
        }
    }

    package func removeServiceAccount(_ keyID: String) throws(StoreProblem) -> Bool {
        let known = try known()
        return try asked { state in
            guard let removed = state.accounts.removeValue(forKey: keyID) else { return false }
            return known.contains(removed.project)
        }
    }

    private func known() throws(StoreProblem) -> Set<ProjectID> { Set(try projects.projects().map(\.id)) }

    private func asked<Value: Sendable>(
        _ call: (inout State) throws(StoreProblem) -> Value
    ) throws(StoreProblem) -> Value {
        try state.withLock { state throws(StoreProblem) in
            state.questions += 1
            if state.isAway { throw .unavailable }
            return try call(&state)
        }
    }
}
