import Synchronization
import VerificationCore

/// Lookouts of the same kind, each for a question of its own, for example one for each country that people look at.
///
/// Keeps the `most` questions that came last. A question that falls off the shelf is asked anew when it comes again.
package final class LookoutShelf<Question: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var lookouts: [Question: Lookout<Value>] = [:]
        /// The oldest first.
        var order: [Question] = []
    }

    private let freshness: Duration
    private let most: Int
    private let now: @Sendable () -> Timestamp
    private let body: @Sendable (Question) async throws -> Value
    private let state = Mutex(State())

    /// `body`: looks, as for a `Lookout`.
    package init(
        freshness: Duration = .seconds(1), most: Int = 64, now: @escaping @Sendable () -> Timestamp,
        _ body: @escaping @Sendable (Question) async throws -> Value
    ) {
        (self.freshness, self.most, self.now, self.body) = (freshness, most, now, body)
    }

    /// What is known of the question now, or was known last.
    package func look(_ question: Question) async -> Known<Value> { await lookout(question).look() }

    private func lookout(_ question: Question) -> Lookout<Value> {
        state.withLock { state in
            if let lookout = state.lookouts[question] { return lookout }
            if state.order.count >= most { state.lookouts[state.order.removeFirst()] = nil }
            let lookout = Lookout(freshness: freshness, now: now) { [body] in try await body(question) }
            state.lookouts[question] = lookout
            state.order.append(question)
            return lookout
        }
    }
}
