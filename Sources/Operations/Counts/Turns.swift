import Synchronization
import VerificationCore

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
