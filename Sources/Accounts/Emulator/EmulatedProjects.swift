import AccountCore
import VerificationCore

/// Makes a project for an emulator when a developer's test names a project id for the first time.
struct EmulatedProjects {
    /// How many projects there may be for another to be made.
    static let most = 1_000

    private let ports: AccountPorts

    init(_ ports: AccountPorts) { self.ports = ports }

    /// The project of this id, with an app of the same name; made here unless the store has it.
    ///
    /// - Parameter name: a project id as the caller wrote it.
    /// - Returns: the project, known to this process.
    /// - Throws: `configurationNotFound` for what is no project id, and where there are too many projects already.
    func project(named name: String) async throws(AccountError) -> Project {
        guard let id = ProjectID(name) else { throw .refused(.configurationNotFound) }
        // Another process may have made it after the cache was read, and to save it would undo its settings.
        let latest = try await ports.asking { () throws(StoreError) in try await ports.projects.cache.latest(id) }
        if let latest { return latest }
        let projects = try await ports.asking { () throws(StoreError) in try await ports.projects.cache.projects() }
        guard projects.count < Self.most else {
            throw .refused(.configurationNotFound, "The emulator makes no more than \(Self.most) projects.")
        }
        let app = try await app(for: id, besides: Set(projects.map(\.app)))
        let saved = try await ports.asking { () throws(StoreError) in
            try await ports.projects.cache.save(Project(id, app: app, number: 0))
        }
        switch saved {
        case .saved(let project): return project
        // An operator has given the app to another project meanwhile, or removed it.
        case .noSuchApp, .taken: throw .unavailable
        }
    }

    /// An app that no project has: the app of this name, or a new one.
    private func app(for id: ProjectID, besides taken: Set<AppID>) async throws(AccountError) -> AppID {
        let stored = try await ports.asking { () throws(StoreError) in try await ports.projects.registry.apps() }
        for name in [id.text, "emulated-" + id.text] {
            guard let app = AppID(name), !taken.contains(app), stored.unreadable[app] == nil else { continue }
            if stored.app(named: name) == nil { try await make(app) }
            return app
        }
        throw .refused(.configurationNotFound)
    }

    private func make(_ id: AppID) async throws(AccountError) {
        var rules = SendingRules.standard
        rules.regions = .all
        let app = App(id: id, displayName: id.name, rules: rules)
        try await ports.asking { () throws(StoreError) in try await ports.projects.registry.save(app) }
    }
}
