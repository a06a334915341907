import AccountCore
import VerificationCore

/// Which apps are projects of the Firebase surface, and whose backends sign custom tokens: commands change it here.
package struct ProjectService: Sendable {
    private let store: any ProjectStore
    private let apps: any AppStore
    private let permits: Permits

    package init(store: any ProjectStore, apps: any AppStore, permits: Permits) {
        (self.store, self.apps, self.permits) = (store, apps, permits)
    }

    /// Throws where the project could not be saved like this.
    package func preview(_ project: Project, for person: Operator) async throws(OperatorError) {
        try await permits.preview(.changeApp, on: "app \(project.app)", by: person)
        let app = try await asked { () throws(StoreError) in
            try await apps.apps().app(named: project.app.name)
        }
        guard app != nil else { throw .nothing("app \(project.app)") }
        let projects = try await asked { () throws(StoreError) in try await store.projects() }
        guard !projects.contains(where: { $0.app == project.app && $0.id != project.id }) else {
            throw Self.taken(project.id)
        }
    }

    /// Makes the project, or changes the project of this id; answers it as it is kept.
    package func save(
        _ project: Project, because reason: String, by person: Operator
    ) async throws(OperatorError) -> Project {
        let saved = try await permits.perform(.changeApp, on: "app \(project.app)", because: reason, by: person) {
            () throws(OperatorError) -> (value: SavedProject, done: String?) in
            // Another change between the two reads is in the line of its own.
            let former = try await asked { () throws(StoreError) in try await store.projects() }
                .first { $0.id == project.id }
            let saved = try await asked { () throws(StoreError) in try await store.save(project) }
            return switch saved {
            case .saved: (saved, Self.line(of: project, insteadOf: former))
            case .noSuchApp, .taken: (saved, nil)
            }
        }
        switch saved {
        case .saved(let kept): return kept
        case .noSuchApp: throw .nothing("app \(project.app)")
        case .taken: throw Self.taken(project.id)
        }
    }

    /// The project that would be removed.
    package func previewRemoval(of name: String, for person: Operator) async throws(OperatorError) -> Project {
        try await permits.preview(.changeApp, on: "project \(name)", by: person)
        let projects = try await asked { () throws(StoreError) in try await store.projects() }
        guard let project = projects.first(where: { $0.id.text == name }) else { throw .nothing("project \(name)") }
        return project
    }

    /// Takes a project from its app, with all accounts and sessions; answers the project as it was.
    package func remove(
        _ name: String, because reason: String, by person: Operator
    ) async throws(OperatorError) -> Project {
        let project = try await previewRemoval(of: name, for: person)
        let wasThere = try await permits.change(
            .changeApp, on: "app \(project.app)", done: "project \(project.id) removed", because: reason, by: person
        ) { () throws(StoreError) in try await store.remove(project.id) }
        guard wasThere else { throw .nothing("project \(name)") }
        return project
    }

    private static func line(of project: Project, insteadOf former: Project?) -> String {
        guard let former else { return "project \(project.id) made" }
        return "project \(project.id): \(project.changes(from: former) ?? "nothing changed")"
    }

    private static func taken(_ id: ProjectID) -> OperatorError {
        .unusable("another app has the project \(id), or the app has another project")
    }
}

// Service accounts.
extension ProjectService {
    /// Adds a key with which a backend signs custom tokens.
    package func add(
        _ account: ServiceAccount, because reason: String, by person: Operator
    ) async throws(OperatorError) {
        let isAdded = try await permits.change(
            .changeKey, on: "project \(account.project)", done: "service account \(account.keyID) made",
            because: reason, by: person
        ) { () throws(StoreError) in try await store.add(account) }
        guard isAdded else { throw .nothing("project \(account.project)") }
    }

    /// The service account that would be removed.
    package func previewRemoval(
        ofServiceAccount key: String, for person: Operator
    ) async throws(OperatorError) -> ServiceAccount {
        try await permits.preview(.changeKey, on: "service account \(key)", by: person)
        let accounts = try await asked { () throws(StoreError) in try await store.serviceAccounts() }
        guard let account = accounts.first(where: { $0.keyID == key }) else { throw Self.noAccount(key) }
        return account
    }

    /// Forgets a service account; answers what it was.
    package func removeServiceAccount(
        _ key: String, because reason: String, by person: Operator
    ) async throws(OperatorError) -> ServiceAccount {
        let account = try await previewRemoval(ofServiceAccount: key, for: person)
        let wasThere = try await permits.change(
            .changeKey, on: "project \(account.project)", done: "service account \(key) removed", because: reason,
            by: person
        ) { () throws(StoreError) in try await store.removeServiceAccount(key) }
        guard wasThere else { throw Self.noAccount(key) }
        return account
    }

    private static func noAccount(_ key: String) -> OperatorError { .nothing("service account with the key \(key)") }
}
