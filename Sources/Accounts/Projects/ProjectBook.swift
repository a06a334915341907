import AccountCore
import Synchronization
import VerificationCore

/// The projects, from memory: every call needs one, and a project changes rarely.
///
/// A project that was made or changed by another process is known after `freshness` at the latest. While the store gives no
/// answer, the book goes on with what it knows.
package final class ProjectBook: Sendable {
    private struct State {
        var projects: [Project] = []
        var readAt: ContinuousClock.Instant?
    }

    private let store: any ProjectStore
    private let freshness: Duration
    private let state = Mutex(State())

    package init(_ store: any ProjectStore, freshness: Duration = .seconds(2)) {
        (self.store, self.freshness) = (store, freshness)
    }

    /// All projects by their ids; throws only while the store has never answered.
    package func projects() async throws(StoreProblem) -> [Project] {
        let known = state.withLock { $0 }
        if let readAt = known.readAt, .now - readAt < freshness { return known.projects }
        do throws(StoreProblem) {
            return try await read()
        } catch {
            guard known.readAt != nil else { throw error }
            return known.projects
        }
    }

    /// The project of that id; nil when there is none.
    package func project(_ id: ProjectID) async throws(StoreProblem) -> Project? {
        try await projects().first { $0.id == id }
    }

    /// The project that an app is; nil when it is none.
    package func project(of app: AppID) async throws(StoreProblem) -> Project? {
        try await projects().first { $0.app == app }
    }

    /// Saves a project, and knows it at once.
    package func save(_ project: Project) async throws(StoreProblem) -> SavedProject {
        let saved = try await store.save(project)
        _ = try await read()
        return saved
    }

    private func read() async throws(StoreProblem) -> [Project] {
        let projects = try await store.projects()
        state.withLock { $0 = State(projects: projects, readAt: .now) }
        return projects
    }
}
