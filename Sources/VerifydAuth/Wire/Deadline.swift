import Foundation

/// Ends a wait at the first of three: an operation's end, a deadline, the cancellation of the waiting task.
///
/// A task group would wait for an operation that hears of no cancellation, as a transport of the app may be one. This leaves
/// such an operation behind.
final class Deadline<Value: Sendable>: Sendable {
    private struct State {
        var waiter: CheckedContinuation<Value, any Error>?
        var early: Result<Value, any Error>?
        var stop: [@Sendable () -> Void] = []
        var isOver = false
    }
    private let state = Guarded(State())

    /// Waits for an operation.
    ///
    /// Throws `networkError` at the deadline, and `CancellationError` if the waiting task is cancelled.
    static func wait(
        _ seconds: TimeInterval, by time: AuthTime, for operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let race = Deadline()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                race.enter(waiter)
                let work = Task { race.end(await Result.of(operation)) }
                race.add { work.cancel() }
                let alarm = Task {
                    try await time.sleep(seconds)
                    race.end(.failure(AuthError.late(seconds)))
                }
                race.add { alarm.cancel() }
            }
        } onCancel: {
            race.end(.failure(CancellationError()))
        }
    }

    private func enter(_ waiter: CheckedContinuation<Value, any Error>) {
        let early = state.with { state in
            if state.early == nil { state.waiter = waiter }
            return state.early
        }
        if let early { waiter.resume(with: early) }
    }

    /// Stops one of the tasks at the end, which may have been.
    private func add(_ stop: @escaping @Sendable () -> Void) {
        let isOver = state.with { state in
            if !state.isOver { state.stop.append(stop) }
            return state.isOver
        }
        if isOver { stop() }
    }

    /// The first end counts.
    private func end(_ result: Result<Value, any Error>) {
        let (waiter, stop) = state.with { state in
            guard !state.isOver else { return (CheckedContinuation<Value, any Error>?.none, [@Sendable () -> Void]()) }
            defer { (state.waiter, state.stop, state.isOver) = (nil, [], true) }
            // A task that was cancelled before it waits gets its result when it comes.
            if state.waiter == nil { state.early = result }
            return (state.waiter, state.stop)
        }
        waiter?.resume(with: result)
        for stop in stop { stop() }
    }
}

extension Result where Failure == any Error {
    fileprivate static func of(_ operation: @Sendable () async throws -> Success) async -> Result {
        do { return .success(try await operation()) } catch { return .failure(error) }
    }
}

extension AuthError {
    fileprivate static func late(_ seconds: TimeInterval) -> AuthError {
        AuthError(.networkError, message: "The server has not answered within \(seconds) seconds; try again.")
    }
}
