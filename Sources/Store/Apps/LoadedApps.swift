import PostgreSQL
import Synchronization
import VerificationCore

/// All apps and keys as they were when they were last loaded, and how the last load went.
final class LoadedApps: Sendable {
    private struct State {
        var content: AppContent?
        /// Why the last load failed; nil when it succeeded.
        var problem: StoreError?
        /// When a caller with an unknown key last had a load made.
        var missedAt: ContinuousClock.Instant?
        /// The load under way that `loadTogether` shares.
        var common: Task<Result<Void, StoreError>, Never>?
        /// The moment up to which `content` includes every announced change; nil while this process cannot hear of
        /// changes.
        var provenAt: ContinuousClock.Instant?
        /// When the last load of `catchUp` began.
        var caughtUpAt: ContinuousClock.Instant?
    }

    /// The least pause between two loads that `catchUp` makes.
    private static let shortestRest = Duration.milliseconds(250)
    /// How long a caller waits for the database to say whether the content is the newest.
    private static let patience = Duration.milliseconds(400)
    /// How long a caller waits for newer content, when the content is known to be old.
    private static let loadPatience = Duration.milliseconds(1_500)

    private let state = Mutex(State())
    /// Makes a single load at a time; callers that ask while a load is under way share the next load.
    private let loads: GroupCommit<Void, AppContent>
    /// Asks for the last change, once at a time; callers that come meanwhile share the next question.
    private let questions: GroupCommit<Void, Int64>

    init(_ query: AppQuery) {
        questions = Self.shared { () throws(StoreError) in try await query.lastChange() }
        loads = Self.shared { () throws(StoreError) in try await query.run() }
    }

    /// Asks once at a time, and gives all callers who came before the question its answer.
    private static func shared<Answer: Sendable>(
        _ ask: @escaping @Sendable () async throws(StoreError) -> Answer
    ) -> GroupCommit<Void, Answer> {
        GroupCommit(batchesInFlight: 1) { callers in
            do throws(StoreError) {
                let answer = try await ask()
                return callers.map { .success(answer) }
            } catch {
                return callers.map { .failure(error) }
            }
        }
    }

    /// Whether anything was ever loaded.
    var isLoaded: Bool { state.withLock { $0.content != nil } }

    /// Whether any app wanted to hear of events when the apps were last loaded.
    var hasEndpoints: Bool { state.withLock { $0.content?.hasEndpoints ?? false } }

    /// What operators block and always allow, as of the last load that succeeded.
    var blocks: BlockRules { state.withLock { $0.content?.blocks ?? .none } }

    /// The last changes that the content holds.
    var numbers: ChangeNumbers { state.withLock { $0.content?.numbers ?? ChangeNumbers() } }

    /// The numbers, while the content surely holds every change whose maker already has its answer.
    ///
    /// Nil after `SettingsChanges.trust` without a sign of life: for example a process was frozen, and wakes up.
    func provenNumbers(at now: ContinuousClock.Instant = .now) -> ChangeNumbers? {
        state.withLock { state in
            guard let provenAt = state.provenAt, now - provenAt < SettingsChanges.trust else { return nil }
            return state.content?.numbers
        }
    }

    /// Notes that the content holds all changes from before `moment`, and that later ones will be heard of; nil when none will.
    func prove(_ moment: ContinuousClock.Instant?) { state.withLock { $0.provenAt = moment } }

    /// Loads everything, unless the content is proven to be the newest, or the database says that it is.
    ///
    /// While the last load has failed, another task keeps trying, and no caller waits here for the store. A store that
    /// is silent keeps a caller no longer than `patience`, and then the caller is served by what is known.
    ///
    /// - Throws: `unavailable` where the database says that the content is old, and no newer content comes in time. For
    ///   example a large installation changes all the time, and this host is too slow to read it as often.
    func renew() async throws(StoreError) {
        let isPointless = state.withLock { $0.content != nil && $0.problem != nil }
        guard provenNumbers() == nil, !isPointless else { return }
        // Without an answer the caller is served by what is known; without any content the caller gets the problem.
        let last = await Self.inTime(Self.patience) { [questions] in try? await questions.submit(()) }
        guard let last, last != numbers.last else { return }
        // A load that fails sets `problem`, and another task repeats it.
        let isOver = await Self.inTime(Self.loadPatience) { [self] in (try? await load()) != nil }
        guard isOver != nil else { throw .unavailable }
    }

    /// What the work returns, or nil when the time is over; the work goes on then, because others may wait for it.
    private static func inTime<Value: Sendable>(
        _ patience: Duration, _ work: @escaping @Sendable () async -> Value?
    ) async -> Value? {
        let (answers, answer) = AsyncStream.makeStream(of: Value?.self, bufferingPolicy: .bufferingOldest(1))
        Task { answer.yield(await work()) }
        let timer = Task {
            // Cancelled: the work has ended.
            try? await Task.sleep(for: patience)
            answer.yield(nil)
        }
        defer { timer.cancel() }
        for await first in answers { return first }
        return nil
    }

    /// Loads everything, for a caller that knows that the content is old; many such callers share few loads.
    func catchUp() async {
        let rest = state.withLock { state in
            let rest = state.caughtUpAt.map { $0 + Self.shortestRest - .now } ?? .zero
            if rest <= .zero { state.caughtUpAt = .now }
            return rest
        }
        // A failed load is tried again by its caller, who meets the same store.
        if rest > .zero { try? await Task.sleep(for: rest) }
        try? await load()
    }

    /// Why the last load failed; nil when it succeeded.
    var problem: StoreError? { state.withLock { $0.problem } }

    /// What is wrong with the apps that this version cannot read.
    var unreadable: [AppID: String] { state.withLock { $0.content?.unreadable ?? [:] } }

    func app(_ id: AppID) throws(StoreError) -> App? {
        try Self.readable(state.withLock { $0.content?.app(id) })
    }

    func caller(_ key: APIKeyHash) throws(StoreError) -> Caller? {
        let owner = state.withLock { state in
            state.content.flatMap { content in
                content.keys[key].map { (app: content.app($0.app), scope: $0.scope, bounds: $0.bounds) }
            }
        }
        guard let owner, let app = try Self.readable(owner.app) else { return nil }
        return Caller(app: app, scope: owner.scope, bounds: owner.bounds)
    }

    private static func readable(_ app: Result<App, StoreError>?) throws(StoreError) -> App? { try app?.get() }

    /// Whether a caller with an unknown key may have a load made: at most one caller a second may.
    func mayLoadForMiss(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if let missedAt = state.missedAt, now - missedAt < .seconds(1) { return false }
            state.missedAt = now
            return true
        }
    }

    /// Loads everything; all changes that were committed before the call are in it.
    func load() async throws(StoreError) {
        do {
            let content = try await loads.submit(())
            state.withLock { state in
                if let known = state.content, known.asOf > content.asOf { return }
                state.content = content
                state.problem = nil
            }
        } catch {
            state.withLock { $0.problem = error }
            throw error
        }
    }

    /// Loads everything, or waits for the load that another caller has begun; a change made since may be missing.
    func loadTogether() async throws(StoreError) {
        let task = state.withLock { state in
            if let common = state.common { return common }
            let task = Task { await loadForAll() }
            state.common = task
            return task
        }
        try await task.value.get()
    }

    private func loadForAll() async -> Result<Void, StoreError> {
        defer { state.withLock { $0.common = nil } }
        do {
            return .success(try await load())
        } catch {
            return .failure(error)
        }
    }
}
