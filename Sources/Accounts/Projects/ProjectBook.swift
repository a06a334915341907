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

    /// How long a call waits for newer projects than those that the book knows.
    private static let patience = Duration.milliseconds(250)

    private let store: any ProjectStore
    private let freshness: Duration
    private let state = Mutex(State())
    private let reading = JoinedWork<Result<[Project], StoreProblem>>()

    package init(_ store: any ProjectStore, freshness: Duration = .seconds(2)) {
        (self.store, self.freshness) = (store, freshness)
    }

    /// All projects by their ids; throws only while the store has never answered.
    package func projects() async throws(StoreProblem) -> [Project] {
        let known = state.withLock { $0 }
        guard let readAt = known.readAt else { return try await reading.run { [self] in await read() }.get() }
        guard .now - readAt >= freshness else { return known.projects }
        await reading.run(waitingAtMost: Self.patience) { [self] in await read() }
        return state.withLock(\.projects)
    }

    /// The project of that id; nil when there is none.
    package func project(_ id: ProjectID) async throws(StoreProblem) -> Project? {
        try await projects().first { $0.id == id }
    }

    /// The project that an app is; nil when it is none.
    package func project(of app: AppID) async throws(StoreProblem) -> Project? {
        try await projects().first { $0.app == app }
    }

    /// The project as the store has it now; for a change, which must not undo another process's change.
    package func latest(_ id: ProjectID) async throws(StoreProblem) -> Project? {
        try await read().get().first { $0.id == id }
    }

    /// Saves a project, and knows it at once.
    package func save(_ project: Project) async throws(StoreProblem) -> SavedProject {
        let saved = try await store.save(project)
        _ = try await read().get()
        return saved
    }

    private func read() async -> Result<[Project], StoreProblem> {
        do throws(StoreProblem) {
            let projects = try await store.projects()
            state.withLock { $0 = State(projects: projects, readAt: .now) }
            return .success(projects)
        } catch {
            return .failure(error)
        }
    }
}
