import Synchronization
import VerificationCore

/// A store of tallies that is asked at most so many questions at once; the others wait for their turn, in their order.
///
/// A question has no deadline here. The store has one for each, so a turn always ends.
package struct BoundedTallies: TallyStore {
    private let store: any TallyStore
    private let turns: Turns

    /// Bounds all who ask through it together: `most` questions are under way at once.
    package init(_ store: any TallyStore, most: Int) { self.init(store, most: most, mostUnanswered: .max) }

    /// For one look: after so many questions in a row without an answer the store is away, and is asked nothing more.
    ///
    /// Each further question would take its whole deadline. A single one may only be slow.
    init(_ store: any TallyStore, most: Int, mostUnanswered: Int) {
        (self.store, turns) = (store, Turns(most, mostUnanswered: mostUnanswered))
    }

    package func add(_ tallies: [Tally]) async throws(StoreError) {
        try await turns.take { () throws(StoreError) in try await store.add(tallies) }
    }

    package func totals(_ question: TallyQuestion) async throws(StoreError) -> [TallyKind: Int] {
        try await turns.take { () throws(StoreError) in try await store.totals(question) }
    }

    package func sums(
        _ question: TallyQuestion, by dimension: TallyDimension, most: Int
    ) async throws(StoreError) -> [TallySum] {
        try await turns.take { () throws(StoreError) in try await store.sums(question, by: dimension, most: most) }
    }

    package func series(_ question: TallyQuestion, step: Int) async throws(StoreError) -> TallySeries {
        try await turns.take { () throws(StoreError) in try await store.series(question, step: step) }
    }

    package func seriesByReason(_ question: TallyQuestion, step: Int) async throws(StoreError) -> [String: TallySeries]
    {
        try await turns.take { () throws(StoreError) in try await store.seriesByReason(question, step: step) }
    }

    package func groups(_ question: TallyQuestion, most: Int) async throws(StoreError) -> [TallyGroup] {
        try await turns.take { () throws(StoreError) in try await store.groups(question, most: most) }
    }

    package func deliveries(in span: Range<Minute>) async throws(StoreError) -> [DeliveryCount] {
        try await turns.take { () throws(StoreError) in try await store.deliveries(in: span) }
    }
}

/// Lets so many callers through at once.
private final class Turns: Sendable {
    private struct State {
        var free: Int
        /// In a row.
        var unanswered = 0
        /// The one that came first, first.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    private let mostUnanswered: Int

    init(_ most: Int, mostUnanswered: Int) {
        state = Mutex(State(free: most))
        self.mostUnanswered = mostUnanswered
    }

    func take<Value>(_ body: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
        await wait()
        defer { pass() }
        // A look that has failed needs no more answers.
        guard !Task.isCancelled, state.withLock({ $0.unanswered < mostUnanswered }) else { throw .unavailable }
        do throws(StoreError) {
            let value = try await body()
            state.withLock { $0.unanswered = 0 }
            return value
        } catch {
            if error == .unavailable { state.withLock { $0.unanswered += 1 } }
            throw error
        }
    }

    private func wait() async {
        await withCheckedContinuation { turn in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(turn)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { turn.resume() }
        }
    }

    /// Gives the turn to the caller that has waited longest.
    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
