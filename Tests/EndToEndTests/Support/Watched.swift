import Dispatch
import Synchronization

/// A value that other threads change and tests wait for.
final class Watched<Value: Sendable>: Sendable {
    private struct Watcher: Sendable {
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var value: Value
        var watchers: [Int: Watcher] = [:]
        var nextName = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value { state.withLock { $0.value } }

    /// Changes the value, and wakes the tests that waited for the new value.
    @discardableResult
    func change<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = body(&state.value)
            let woken = state.watchers.filter { $0.value.condition(state.value) }
            for name in woken.keys { state.watchers[name] = nil }
            return (result, woken.values.map(\.continuation))
        }
        for continuation in woken { continuation.resume(returning: true) }
        return result
    }

    /// Returns the value as soon as it meets the condition; throws when it does not meet it in time.
    @discardableResult
    func wait(
        for what: String, within limit: Duration = .seconds(90), until condition: @escaping @Sendable (Value) -> Bool
    ) async throws -> Value {
        let name = state.withLock { state in
            state.nextName += 1
            return state.nextName
        }
        let isMet = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(name, Watcher(condition: condition, continuation: continuation), limit)
            }
        } onCancel: {
            leave(name)
        }
        guard isMet else { throw TimedOut(what: what, limit: limit) }
        return value
    }

    private func enter(_ name: Int, _ watcher: Watcher, _ limit: Duration) {
        let isMet = state.withLock { state in
            if watcher.condition(state.value) { return true }
            state.watchers[name] = watcher
            return false
        }
        if isMet { return watcher.continuation.resume(returning: true) }
        if Task.isCancelled { return leave(name) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(limit / .milliseconds(1)))) {
            self.leave(name)
        }
    }

    private func leave(_ name: Int) {
        state.withLock { $0.watchers.removeValue(forKey: name) }?.continuation.resume(returning: false)
    }
}
