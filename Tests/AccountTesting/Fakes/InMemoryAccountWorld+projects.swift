import AccountCore
import VerificationCore

extension InMemoryAccountWorld {
    /// Projects, and the number of the newest of them.
    struct Projects: Sendable {
        var all: [ProjectID: Project] = [:]
        var newest: Int64 = 0
    }
}

extension InMemoryAccountWorld: ProjectStore {
    package func projects() throws(StoreError) -> [Project] {
        try answering(about: .projects) { $0.projects.all.values.sorted { $0.id.text < $1.id.text } }
    }

    package func save(_ project: Project) throws(StoreError) -> SavedProject {
        try answering(about: .projects) { state in
            if let apps, !apps.contains(project.app) { return .noSuchApp }
            let old = state.projects.all[project.id]
            let isOfAnother = state.projects.all.values.contains { ($0.app == project.app) != ($0.id == project.id) }
            if isOfAnother { return .taken }
            if old == nil { state.projects.newest += 1 }
            let number = old?.number ?? state.projects.newest
            let saved = project.replacing(Project(project.id, app: project.app, number: number))
            state.projects.all[project.id] = saved
            return .saved(saved)
        }
    }

    package func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) throws(StoreError) -> ProjectChange {
        try answering(about: .projects) { state in
            guard let old = state.projects.all[id] else { return .gone }
            do throws(AccountError) {
                let changed = try decide(old).replacing(old)
                state.projects.all[id] = changed
                return .changed(changed)
            } catch {
                return .refused(error)
            }
        }
    }

    package func remove(_ project: ProjectID) throws(StoreError) -> Bool {
        try answering(about: .projects) { state in
            state.serviceAccounts = state.serviceAccounts.filter { $0.value.project != project }
            state.accounts.deleteAll(of: project)
            state.attestedKeys[project] = nil
            return state.projects.all.removeValue(forKey: project) != nil
        }
    }

    package func note(_ mode: IdentityMode) throws(StoreError) {
        try answering(about: .projects) { _ = $0.modes.insert(mode) }
    }

    package func modes() throws(StoreError) -> Set<IdentityMode> { try answering(about: .projects) { $0.modes } }
}
