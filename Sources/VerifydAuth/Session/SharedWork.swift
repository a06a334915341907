import Foundation

/// Work that several tasks wait for, and that none of them can cancel.
final class SharedWork<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiting: [UUID: CheckedContinuation<Value, any Error>] = [:]
    }
    private let state: Guarded<State>

    /// Work that is still to begin.
    init() { state = Guarded(State()) }

    /// Work that is done.
    init(_ value: Value) { state = Guarded(State(result: .success(value))) }

    /// Begins the work.
    ///
    /// The last block runs before any waiting task goes on.
    func begin(
        _ work: @escaping @Sendable () async throws -> Value, beforeWaiters: @escaping @Sendable () -> Void
    ) {
        // The task that begins it may be of low priority, and one of the person's may come to wait.
        Task(priority: .userInitiated) {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            beforeWaiters()
            let waiting = state.with { state in
                state.result = result
                defer { state.waiting = [:] }
                return state.waiting.values
            }
            for waiter in waiting { waiter.resume(with: result) }
        }
    }

    /// Returns when the work is done, or when the waiting task is cancelled; the work goes on then.
    func value() async throws -> Value {
        let id = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let result = state.with { state -> Result<Value, any Error>? in
                    if state.result == nil, !Task.isCancelled { state.waiting[id] = waiter }
                    return state.waiting[id] == nil ? state.result ?? .failure(CancellationError()) : nil
                }
                if let result { waiter.resume(with: result) }
            }
        } onCancel: {
            state.with { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}
