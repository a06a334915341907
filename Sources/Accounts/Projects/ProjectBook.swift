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
        /// How many reads have begun, and the last of them whose answer is known.
        var (begun, answered) = (0, 0)
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

    /// The project that an app is; nil when it is none.
    package func project(of app: AppID) async throws(StoreProblem) -> Project? {
        try await projects().first { $0.app == app }
    }

    /// The project as the store has it now; for a change, which must not undo another process's change.
    package func latest(_ id: ProjectID) async throws(StoreProblem) -> Project? {
        try await read().get().first { $0.id == id }
    }

    /// Changes a project as the store has it, and knows it at once, unless the store falls silent right afterwards.
    package func change(
        _ id: ProjectID, _ decide: @escaping @Sendable (Project) throws(WireError) -> Project
    ) async throws(StoreProblem) -> ProjectChange {
        let change = try await store.change(id, decide)
        _ = await read()
        return change
    }

    /// Makes a project, or changes it to this one, and knows it at once, as `change` does.
    package func save(_ project: Project) async throws(StoreProblem) -> SavedProject {
        let saved = try await store.save(project)
        _ = await read()
        return saved
    }

    /// Where two reads meet: the read that began later knows more, also when the other answers last.
    private func read() async -> Result<[Project], StoreProblem> {
        let number = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        do throws(StoreProblem) {
            let projects = try await store.projects()
            state.withLock { state in
                guard number > state.answered else { return }
                (state.projects, state.readAt, state.answered) = (projects, .now, number)
            }
            return .success(projects)
        } catch {
            return .failure(error)
        }
    }
}
