import Synchronization

/// A monotonic clock that stands still until a test moves it; a sleeping task wakes when the clock reaches its time.
package final class SteppingClock: Clock {
    /// A moment, by its distance from the clock's start.
    package struct Instant: InstantProtocol {
        package let offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let id: Int
        let until: Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var nextID = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .nanoseconds(1) }

    /// Moves the clock forward, and wakes the tasks whose time has come.
    package func advance(by span: Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: span)
            let (now, sleepers) = (state.now, state.sleepers)
            state.sleepers = sleepers.filter { $0.until > now }
            return sleepers.filter { $0.until <= now }
        }
        for sleeper in awake { sleeper.continuation.resume(returning: true) }
    }

    /// Returns when at least `count` tasks sleep at the same time.
    package func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.sleepers.count < count { state.watchers.append((count, continuation)) }
                return state.sleepers.count >= count
            }
            if isReached { continuation.resume() }
        }
    }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isAwake = await withTaskCancellationHandler {
            await withCheckedContinuation { enter(id, until: deadline, $0) }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(returning: false)
        }
        if !isAwake { throw CancellationError() }
    }

    private func enter(_ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Bool, Never>) {
        let (early, reached) = state.withLock { state in
            if Task.isCancelled { return (Bool?.some(false), [CheckedContinuation<Void, Never>]()) }
            if deadline <= state.now { return (true, []) }
            state.sleepers.append(Sleeper(id: id, until: deadline, continuation: continuation))
            let count = state.sleepers.count
            let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (nil, reached)
        }
        if let early { continuation.resume(returning: early) }
        for watcher in reached { watcher.resume() }
    }
}
