import Synchronization
import VerificationCore

/// A gateway that remembers every call and answers as it is told.
///
/// By default it accepts at once. It can hold calls, so that a test decides when the answer comes. A held call still
/// ends as unknown, at its deadline or when it is cancelled.
package final class RecordingGateway: SMSGateway {
    package let name: String
    package let honorsIdempotencyKeys: Bool
    private let state = Mutex(State())

    private struct State {
        var calls: [OutgoingMessage] = []
        var script: ArraySlice<SendOutcome> = []
        var usualOutcome: SendOutcome?
        var isHolding = false
        var held: [Int: CheckedContinuation<SendOutcome?, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    package init(name: String = "recording", honorsIdempotencyKeys: Bool = false) {
        self.name = name
        self.honorsIdempotencyKeys = honorsIdempotencyKeys
    }

    /// Every call so far, in the order of arrival, held ones included.
    package var calls: [OutgoingMessage] { state.withLock { $0.calls } }

    /// Answers the next calls with these, one after the other.
    package func script(_ outcomes: SendOutcome...) {
        state.withLock { $0.script += outcomes }
    }

    /// Answers every call that the script has no answer for with this; nil is acceptance, each under an id of its own.
    package func always(_ outcome: SendOutcome?) {
        state.withLock { $0.usualOutcome = outcome }
    }

    /// Keeps every call from now on waiting for `release`.
    package func hold() {
        state.withLock { $0.isHolding = true }
    }

    /// Answers all calls that are held, and holds no more.
    package func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [:] }
            return state.held.values
        }
        for call in held { call.resume(returning: nil) }
    }

    /// Returns once so many calls have arrived since the gateway was made.
    package func calls(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.calls.count < count { state.watchers.append((count, continuation)) }
                return state.calls.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    package func send(_ message: OutgoingMessage, deadline: Duration) async -> SendOutcome {
        let (number, outcome, isHeld) = record(message)
        guard isHeld else { return outcome }
        return await held(number, deadline: deadline) ?? outcome
    }

    private func record(_ message: OutgoingMessage) -> (number: Int, outcome: SendOutcome, isHeld: Bool) {
        let (result, reached) = state.withLock { state in
            state.calls.append(message)
            let number = state.calls.count
            let outcome = state.script.popFirst() ?? state.usualOutcome ?? .accepted(id: "\(name)-\(number)")
            let reached = state.watchers.filter { $0.count <= number }
            state.watchers.removeAll { $0.count <= number }
            return ((number, outcome, state.isHolding), reached)
        }
        for watcher in reached { watcher.continuation.resume() }
        return result
    }

    /// Nil when the call was released; otherwise why it was not.
    private func held(_ number: Int, deadline: Duration) async -> SendOutcome? {
        let timer = Task {
            try await ContinuousClock().sleep(for: deadline)
            end(number, as: .unknown(reason: "timeout"))
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state -> SendOutcome?? in
                    if Task.isCancelled { return .some(.unknown(reason: "cancelled")) }
                    if !state.isHolding { return .some(nil) }
                    state.held[number] = continuation
                    return nil
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            end(number, as: .unknown(reason: "cancelled"))
        }
    }

    private func end(_ number: Int, as outcome: SendOutcome) {
        state.withLock { $0.held.removeValue(forKey: number) }?.resume(returning: outcome)
    }
}
