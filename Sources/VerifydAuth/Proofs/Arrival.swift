import Foundation

/// A value that one task waits for and another brings; the first value counts.
final class Arrival<Value: Sendable>: Sendable {
    private struct State {
        var outcome: Result<Value, any Error>?
        var waiting: CheckedContinuation<Value, any Error>?
    }
    private let state = Guarded(State())

    /// Brings the value or an error; false if there was one already.
    @discardableResult
    func settle(_ outcome: Result<Value, any Error>) -> Bool {
        let (isFirst, waiting) = state.with { state in
            guard state.outcome == nil else { return (false, CheckedContinuation<Value, any Error>?.none) }
            state.outcome = outcome
            defer { state.waiting = nil }
            return (true, state.waiting)
        }
        waiting?.resume(with: outcome)
        return isFirst
    }

    /// Waits for the value; one task alone may wait.
    func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.with { state in
                    if state.outcome == nil { state.waiting = continuation }
                    return state.outcome
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            settle(.failure(CancellationError()))
        }
    }

    /// The same for so many seconds; nil if the value is late.
    func value(within seconds: TimeInterval, by time: AuthTime) async throws -> Value? {
        let alarm = Task {
            try await time.sleep(seconds)
            settle(.failure(IsLate()))
        }
        defer { alarm.cancel() }
        do {
            return try await value()
        } catch is IsLate {
            return nil
        }
    }

    private struct IsLate: Error {}
}
