import Synchronization
import VerificationCore

/// Settings that every call needs and that change rarely, from memory.
///
/// If a change has returned before a call begins, the call knows that change; see `ChangeKnowledge`. While the store
/// gives no answer, the cache goes on with what it knows.
package final class SettingsCache<Content: Sendable>: Sendable {
    private struct State {
        var content: Content?
        /// The number of the last change that is surely in the content; nil if this process did not know it when it
        /// read.
        var number: Int64?
        /// How many reads have begun, and the last of them whose answer is known.
        var (begun, answered) = (0, 0)
        /// Since when the store gives no answer; nil while it does.
        var silentSince: ContinuousClock.Instant?
    }

    /// While the store is silent, it is asked no more often than this.
    private static var pauseInSilence: Duration { .milliseconds(250) }

    private let subject: ChangeSubject
    private let watch: any ChangeKnowledge
    private let load: @Sendable (Content?) async throws(StoreError) -> Content
    private let report: @Sendable (StoreError) -> Void
    private let state = Mutex(State())
    private let reading = JoinedWork<Result<Content, StoreError>>()
    private let patience: Duration

    /// - Parameters:
    ///   - subject: what the cache is about.
    ///   - watch: knows the number of the last change, which shows whether the content is current.
    ///   - patience: how long a call waits for newer content than that which the cache knows.
    ///   - report: hears why the store gives no answer.
    ///   - load: reads the store; gets what the cache knew before.
    package init(
        _ subject: ChangeSubject, watchedBy watch: any ChangeKnowledge, patience: Duration = .seconds(1),
        report: @escaping @Sendable (StoreError) -> Void,
        load: @escaping @Sendable (Content?) async throws(StoreError) -> Content
    ) {
        (self.subject, self.watch, self.patience) = (subject, watch, patience)
        (self.report, self.load) = (report, load)
    }

    /// Whether the store answered when it was last asked, so that what is missing in the content is nowhere.
    package var isCurrent: Bool { state.withLock { $0.content != nil && $0.silentSince == nil } }

    /// What the cache knows, after a read if there may be a newer change; throws only while it knows nothing.
    package func content() async throws(StoreError) -> Content {
        let (known, number) = (state.withLock { $0 }, watch.number(of: subject))
        guard let content = known.content else { return try await joinedRead().get() }
        // A database from a backup has counted less than the cache knows, so another number is news, not a greater one.
        if let number, number == known.number { return content }
        if let silentSince = known.silentSince {
            if .now - silentSince >= Self.pauseInSilence { Task { await joinedRead() } }
            return content
        }
        // A read that began before this call may have missed a change; the read after it cannot.
        for _ in 1...2 where isWaiting(for: known.begun + 1) {
            await reading.run(waitingAtMost: patience) { [self] in await read() }
        }
        return state.withLock { state in
            if state.answered <= known.begun, state.silentSince == nil { state.silentSince = .now }
            return state.content ?? content
        }
    }

    /// What the store has now.
    @discardableResult
    package func latest() async throws(StoreError) -> Content { try await read().get() }

    private func isWaiting(for read: Int) -> Bool { state.withLock { $0.answered < read && $0.silentSince == nil } }

    @discardableResult
    private func joinedRead() async -> Result<Content, StoreError> { await reading.run { [self] in await read() } }

    /// Where two reads meet: the read that began later knows more, also when the other answers last.
    private func read() async -> Result<Content, StoreError> {
        let (turn, former) = state.withLock { state in
            state.begun += 1
            return (state.begun, state.content)
        }
        // Before the read, which then holds this change, and perhaps later ones.
        let number = watch.number(of: subject)
        do throws(StoreError) {
            let content = try await load(former)
            state.withLock { state in
                guard turn > state.answered else { return }
                (state.content, state.number, state.answered, state.silentSince) = (content, number, turn, nil)
            }
            return .success(content)
        } catch {
            report(error)
            state.withLock { $0.silentSince = .now }
            return .failure(error)
        }
    }
}
