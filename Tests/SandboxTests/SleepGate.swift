import Synchronization

/// A sleep that lasts until the test ends it, whatever its time.
final class SleepGate: Sendable {
    private struct State {
        var isOpen = false
        var sleepers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func wait() async {
        await withCheckedContinuation { sleeper in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.sleepers.append(sleeper) }
                return state.isOpen
            }
            if isOpen { sleeper.resume() }
        }
    }

    func open() {
        let sleepers = state.withLock { state in
            state.isOpen = true
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }
}
