import AccountCore
import Synchronization

/// A push service that answers as a test says, and keeps what it was given.
package final class ScriptedPushes: PushSender {
    private struct State {
        var planned: [PushOutcome] = []
        var pushes: [SilentPush] = []
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    package init() {}

    /// The pushes that it was given, in order.
    package var pushes: [SilentPush] { state.withLock { $0.pushes } }

    /// The answers to the next pushes; after these it delivers.
    package func plan(_ outcomes: PushOutcome...) { state.withLock { $0.planned += outcomes } }

    /// Gives no answer until `release`.
    package func hold() { state.withLock { $0.isHeld = true } }

    /// Gives the answers that it has held back.
    package func release() {
        let held = state.withLock { state in
            defer { (state.isHeld, state.held) = (false, []) }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits until it was given so many pushes.
    package func waitForPushes(_ count: Int) async {
        if pushes.count >= count { return }
        for await _ in arrivals where pushes.count >= count { return }
    }

    package func send(_ push: SilentPush, within limit: Duration) async -> PushOutcome {
        let outcome = state.withLock { state in
            state.pushes.append(push)
            return state.planned.isEmpty ? .delivered : state.planned.removeFirst()
        }
        arrival.yield()
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isHeld { state.held.append(continuation) }
                return !state.isHeld
            }
            if goesOn { continuation.resume() }
        }
        return outcome
    }
}
