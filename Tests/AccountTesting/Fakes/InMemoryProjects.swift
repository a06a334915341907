import AccountCore
import Synchronization
import VerificationCore

/// Projects in memory, with their service accounts and the modes in which the surface has served.
package final class InMemoryProjects: ProjectStore {
    struct State {
        var projects: [ProjectID: Project] = [:]
        var newest: Int64 = 0
        var serviceAccounts: [String: ServiceAccount] = [:]
        var serviceAccountQuestions = 0
        var serviceAccountsAreAway = false
        var modes: Set<IdentityMode> = []
        var isAway = false
    }

    private let apps: Set<AppID>?
    private let accounts: InMemoryAccounts?
    let state = Mutex(State())

    /// - Parameters:
    ///   - apps: the apps that there are; nil for any app.
    ///   - accounts: which accounts go with a project that is removed.
    package init(apps: Set<AppID>? = nil, accounts: InMemoryAccounts? = nil) {
        (self.apps, self.accounts) = (apps, accounts)
    }

    /// While it is away, every call throws `unavailable`.
    package var isAway: Bool {
        get { state.withLock(\.isAway) }
        set { state.withLock { $0.isAway = newValue } }
    }

    package func projects() throws(StoreError) -> [Project] {
        try asked { $0.projects.values.sorted { $0.id.text < $1.id.text } }
    }

    package func save(_ project: Project) throws(StoreError) -> SavedProject {
        try asked { state in
            if let apps, !apps.contains(project.app) { return .noSuchApp }
            let old = state.projects[project.id]
            let isOfAnother = state.projects.values.contains { ($0.app == project.app) != ($0.id == project.id) }
            if isOfAnother { return .taken }
            if old == nil { state.newest += 1 }
            let number = old?.number ?? state.newest
            let saved = project.replacing(Project(project.id, app: project.app, number: number))
            state.projects[project.id] = saved
            return .saved(saved)
        }
    }

    package func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) throws(StoreError) -> ProjectChange {
        try asked { state in
            guard let old = state.projects[id] else { return .gone }
            do throws(AccountError) {
                let changed = try decide(old).replacing(old)
                state.projects[id] = changed
                return .changed(changed)
            } catch {
                return .refused(error)
            }
        }
    }

    package func remove(_ project: ProjectID) throws(StoreError) -> Bool {
        let wasThere = try asked { state in
            state.serviceAccounts = state.serviceAccounts.filter { $0.value.project != project }
            return state.projects.removeValue(forKey: project) != nil
        }
        try accounts?.deleteAll(of: project)
        return wasThere
    }

    package func note(_ mode: IdentityMode) throws(StoreError) {
        try asked { _ = $0.modes.insert(mode) }
    }

    package func modes() throws(StoreError) -> Set<IdentityMode> { try asked { $0.modes } }

    func asked<Value: Sendable>(_ call: (inout State) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try state.withLock { state throws(StoreError) in
            if state.isAway { throw .unavailable }
            return try call(&state)
        }
    }
}
