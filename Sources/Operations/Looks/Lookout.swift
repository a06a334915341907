import Synchronization
import VerificationCore

/// Looks at a part of the installation at most once a second, however many people look at the page.
///
/// The first caller after a second looks, and those who come meanwhile wait for the same look. While the part gives no
/// answer, callers get what was last known, and since when.
package final class Lookout<Value: Sendable>: Sendable {
    private struct State {
        var known = Known<Value>()
        var lookedAt: ContinuousClock.Instant?
        var look: Task<Known<Value>, Never>?
    }

    private let freshness: Duration
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable () async throws -> Value
    private let state = Mutex(State())

    /// `body`: looks; it has a deadline of its own, and throws an error whose description may be shown.
    package init(
        freshness: Duration = .seconds(1), now: @escaping @Sendable () -> Timestamp,
        _ body: @escaping @Sendable () async throws -> Value
    ) {
        (self.freshness, self.now, self.body) = (freshness, now, body)
    }

    /// What was known last, without a look.
    package var last: Known<Value> { state.withLock(\.known) }

    /// What is known now, or was known last.
    package func look() async -> Known<Value> {
        let task = state.withLock { state -> Task<Known<Value>, Never>? in
            if let look = state.look { return look }
            if let last = state.lookedAt, .now - last < freshness { return nil }
            let look = Task { await renew() }
            state.look = look
            return look
        }
        return if let task { await task.value } else { state.withLock(\.known) }
    }

    private func renew() async -> Known<Value> {
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        return state.withLock { state in
            switch outcome {
            case .success(let value): state.known = Known(value: value, at: now())
            case .failure(let error):
                state.known = Known(value: state.known.value, at: state.known.at, trouble: "\(error)")
            }
            (state.lookedAt, state.look) = (.now, nil)
            return state.known
        }
    }
}
