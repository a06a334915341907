import Synchronization
import VerificationCore

/// Cached queries of the same kind, each for a question of its own, for example one for each country that people look
/// at.
///
/// Keeps the `most` questions that came last. A question that is dropped is asked anew when it comes again.
package final class KeyedCachedQuery<Question: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var queries: [Question: CachedQuery<Value>] = [:]
        /// The oldest first.
        var order: [Question] = []
    }

    private let freshness: Duration
    private let most: Int
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable (Question) async throws -> Value
    private let state = Mutex(State())

    /// `body`: looks, as for a `CachedQuery`.
    package init(
        freshness: Duration = .seconds(1), most: Int = 64, now: @escaping @Sendable () -> Timestamp,
        _ body: @escaping @Sendable (Question) async throws -> Value
    ) {
        (self.freshness, self.most, self.now, self.body) = (freshness, most, now, body)
    }

    /// What is known of the question now, or was known last.
    package func look(_ question: Question) async -> Cached<Value> { await query(question).look() }

    private func query(_ question: Question) -> CachedQuery<Value> {
        state.withLock { state in
            if let query = state.queries[question] { return query }
            if state.order.count >= most { state.queries[state.order.removeFirst()] = nil }
            let query = CachedQuery(freshness: freshness, now: now) { [body] in try await body(question) }
            state.queries[question] = query
            state.order.append(question)
            return query
        }
    }
}
