import AccountCore
import VerificationCore

/// The projects, from memory: every call needs one, and a project changes rarely.
package final class ProjectCache: Sendable {
    private let store: any ProjectStore
    private let cache: SettingsCache<[Project]>

    /// - Parameters:
    ///   - store: where the projects are.
    ///   - watch: tells of changes.
    ///   - report: hears why the store gives no answer.
    package init(
        _ store: any ProjectStore, watch: any ChangeKnowledge, report: @escaping @Sendable (StoreError) -> Void
    ) {
        self.store = store
        cache = SettingsCache(.projects, watchedBy: watch, report: report) { _ throws(StoreError) in
            try await store.projects()
        }
    }

    /// All projects by their ids; throws only while the store has never answered.
    package func projects() async throws(StoreError) -> [Project] { try await cache.content() }

    /// The project that an app is; nil when it is none.
    package func project(of app: AppID) async throws(StoreError) -> Project? {
        try await projects().first { $0.app == app }
    }

    /// The project as the store has it now; for a change, which must not undo another process's change.
    package func latest(_ id: ProjectID) async throws(StoreError) -> Project? {
        try await cache.latest().first { $0.id == id }
    }

    /// Changes a project as the store has it.
    package func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(AccountError) -> Project
    ) async throws(StoreError) -> ProjectChange {
        try await store.change(id, decide)
    }

    /// Makes a project, or changes it to this one.
    package func save(_ project: Project) async throws(StoreError) -> SavedProject { try await store.save(project) }
}
