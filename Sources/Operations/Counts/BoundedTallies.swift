import Synchronization
import VerificationCore

/// A store of tallies that is asked at most so many questions at once; the others wait for their turn, in their order.
///
/// A question has no deadline here. The store has one for each, so a turn always ends.
package struct BoundedTallies: TallyStore {
    private let store: any TallyStore
    let turns: Turns

    /// Bounds all who ask through it together: `most` questions are under way at once.
    ///
    /// After three questions in a row without an answer the store is away, and the questions that wait get none either:
    /// each would take its whole deadline. A single one may only be slow.
    ///
    /// - Parameters:
    ///   - store: the tallies.
    ///   - most: how many questions are under way at once.
    ///   - asksAgain: whether later questions are asked all the same; false for a single look.
    package init(_ store: any TallyStore, most: Int, asksAgain: Bool = true) {
        (self.store, turns) = (store, Turns(most, asksAgain: asksAgain))
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
final class Turns: Sendable {
    private static let mostUnanswered = 3

    private struct State {
        var free: Int
        /// In a row.
        var unanswered = 0
        var isOver = false
        /// The one that came first, first; each learns whether it has the turn.
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private let state: Mutex<State>
    private let asksAgain: Bool

    init(_ most: Int, asksAgain: Bool) {
        state = Mutex(State(free: most))
        self.asksAgain = asksAgain
    }

    /// How many callers wait for a turn.
    var waitingCount: Int { state.withLock(\.waiting.count) }

    func take<Value>(_ body: () async throws(StoreError) -> Value) async throws(StoreError) -> Value {
        guard await wait() else { throw .unavailable }
        defer { pass() }
        // A look that has failed needs no more answers.
        guard !Task.isCancelled, state.withLock({ !$0.isOver }) else { throw .unavailable }
        do throws(StoreError) {
            let value = try await body()
            state.withLock { $0.unanswered = 0 }
            return value
        } catch {
            if error == .unavailable { noteUnanswered() }
            throw error
        }
    }

    private func wait() async -> Bool {
        await withCheckedContinuation { turn in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(turn)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { turn.resume(returning: true) }
        }
    }

    /// Gives the turn to the caller that has waited longest.
    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume(returning: true)
    }

    /// Sends all away who wait, once too many in a row got no answer.
    private func noteUnanswered() {
        let waiting = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
            state.unanswered += 1
            guard state.unanswered >= Self.mostUnanswered else { return [] }
            (state.unanswered, state.isOver) = (0, !asksAgain)
            defer { state.waiting = [] }
            return state.waiting
        }
        for turn in waiting { turn.resume(returning: false) }
    }
}
