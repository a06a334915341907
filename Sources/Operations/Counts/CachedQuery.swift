import Synchronization
import VerificationCore

/// Looks at a part of the installation at most once a second, however many people look at the page.
///
/// The first caller after a second looks, and those who come meanwhile wait for the same look. While the part gives no
/// answer, callers get what was last known, and since when. No caller waits longer than `patience`. The look goes on
/// without the caller, for example until a silent database fails it after 2 s. The next caller gets its result.
package final class CachedQuery<Value: Sendable>: Sendable {
    private struct State {
        var known = Cached<Value>()
        var lookedAt: ContinuousClock.Instant?
        var look: Task<Cached<Value>, Never>?
        /// Counts how often what is known expired.
        var epoch = 0
    }

    private let freshness: Duration
    private let patience: Duration
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable () async throws -> Value
    private let state = Mutex(State())

    /// `body`: looks; it has a deadline of its own, and throws an error whose description may be shown.
    package init(
        freshness: Duration = .seconds(1), patience: Duration = .milliseconds(500),
        now: @escaping @Sendable () -> Timestamp, _ body: @escaping @Sendable () async throws -> Value
    ) {
        (self.freshness, self.patience, self.now, self.body) = (freshness, patience, now, body)
    }

    /// What was known last, without a look.
    package var last: Cached<Value> { state.withLock(\.known) }

    /// What is known now, or was known last.
    package func look() async -> Cached<Value> {
        let task = state.withLock { state -> Task<Cached<Value>, Never>? in
            if let look = state.look { return look }
            if let last = state.lookedAt, .now - last < freshness { return nil }
            let look = Task { [epoch = state.epoch] in await renew(epoch) }
            state.look = look
            return look
        }
        return if let task { await outcome(of: task) } else { last }
    }

    /// Makes the next caller look anew, because an operator has changed the data.
    ///
    /// A look that is under way may have begun before the change. A caller that waits for that look gets its answer,
    /// and the answer is not kept.
    package func expire() {
        state.withLock { state in
            state.epoch += 1
            (state.lookedAt, state.look) = (nil, nil)
        }
    }

    private func outcome(of look: Task<Cached<Value>, Never>) async -> Cached<Value> {
        let (answers, answer) = AsyncStream<Cached<Value>>.makeStream()
        let watch = Task { answer.yield(await look.value) }
        let timer = Task {
            // Cancelled when the look was faster.
            try await Task.sleep(for: patience)
            answer.yield(last.overdue)
        }
        defer {
            watch.cancel()
            timer.cancel()
        }
        // The stream has no end; only the caller's own end leaves it without an answer.
        for await known in answers { return known }
        return last.overdue
    }

    private func renew(_ epoch: Int) async -> Cached<Value> {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        return state.withLock { state in
            let known =
                switch outcome {
                case .success(let value): Cached(value: value, at: now())
                case .failure(let error): Cached(value: state.known.value, at: state.known.at, trouble: "\(error)")
                }
            if epoch == state.epoch { (state.known, state.lookedAt, state.look) = (known, .now, nil) }
            return known
        }
    }
}

/// What was last known of a part of the installation, and whether it is still so.
package struct Cached<Value: Sendable>: Sendable {
    /// Nil when nothing was ever known.
    package let value: Value?
    /// When `value` was so.
    package let at: Timestamp?
    /// Why there is nothing newer; nil when the last look gave `value`.
    package let trouble: String?
    /// Whether a newer look takes so long that the caller did not wait for its end.
    package let isOverdue: Bool

    package init(value: Value? = nil, at: Timestamp? = nil, trouble: String? = nil, isOverdue: Bool = false) {
        (self.value, self.at, self.trouble, self.isOverdue) = (value, at, trouble, isOverdue)
    }

    /// The value, unless the last look failed.
    ///
    /// An overdue value still counts: the look that is under way has a deadline of its own, after which it fails.
    package var current: Value? { trouble == nil ? value : nil }

    /// The same for a caller who does not wait for the look that is under way.
    var overdue: Cached {
        Cached(
            value: value, at: at, trouble: trouble ?? (value == nil ? "there is no answer yet" : nil), isOverdue: true)
    }
}
