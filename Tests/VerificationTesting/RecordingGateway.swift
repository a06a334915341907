import Synchronization
import VerificationCore

/// A gateway that remembers every call and answers as the test tells it.
///
/// By default it accepts at once. It can hold calls, so that the test decides when the answer comes. A held call ends
/// as unknown at its deadline, or when its task is cancelled.
package final class RecordingGateway: SMSGateway {
    package let name: String
    package let honorsIdempotencyKeys: Bool
    package let reportsDelivery: Bool
    private let state = Mutex(State())

    private struct State {
        var calls: [OutgoingMessage] = []
        var script: ArraySlice<SendOutcome> = []
        var usualOutcome: SendOutcome?
        var isHolding = false
        var held: [Int: CheckedContinuation<SendOutcome?, Never>] = [:]
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    package init(
        name: String = "recording", honorsIdempotencyKeys: Bool = false, reportsDelivery: Bool = false
    ) {
        self.name = name
        self.honorsIdempotencyKeys = honorsIdempotencyKeys
        self.reportsDelivery = reportsDelivery
    }

    /// All calls so far in the order of arrival, with the calls that are held.
    package var calls: [OutgoingMessage] { state.withLock { $0.calls } }

    /// Answers the next calls with these outcomes, in this order.
    package func script(_ outcomes: SendOutcome...) {
        state.withLock { $0.script += outcomes }
    }

    /// Answers every call without a scripted answer with this outcome; nil accepts each call under an id of its own.
    package func always(_ outcome: SendOutcome?) {
        state.withLock { $0.usualOutcome = outcome }
    }

    /// Holds every call from now on until `release`.
    package func hold() {
        state.withLock { $0.isHolding = true }
    }

    /// Answers all held calls, and holds no later call.
    package func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [:] }
            return state.held.values
        }
        for call in held { call.resume(returning: nil) }
    }

    /// Returns when `count` calls have arrived since the beginning.
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

    /// Nil when `release` ended the wait; otherwise the outcome of a call that ended before.
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
