import Synchronization

extension ConnectionLoop {
    /// Waits on the shared loop, which wakes no thread but its own; without that loop as `Task.sleep` does.
    ///
    /// For what a process does at set times. Dispatch's timers would wake two threads each time.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package static func sleep(for duration: Duration) async throws {
        guard let loop = shared else { return try await Task.sleep(for: duration) }
        try await loop.sleep(until: .now + duration)
    }

    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func sleep(until end: ContinuousClock.Instant) async throws {
        let (nap, timer) = (Nap(), thread.nextNumber())
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                nap.begin(continuation)
                thread.ring(timer, noLaterThan: end) { nap.end() }
            }
        } onCancel: {
            thread.cancel(timer)
            nap.end()
        }
        try Task.checkCancellation()
    }
}

/// A wait that may end before it has begun: then the task was cancelled.
private final class Nap: Sendable {
    private enum Phase {
        case new
        case asleep(CheckedContinuation<Void, Never>)
        case over
    }

    private let phase = Mutex(Phase.new)

    func begin(_ continuation: CheckedContinuation<Void, Never>) {
        let isOver = phase.withLock { phase in
            if case .over = phase { return true }
            phase = .asleep(continuation)
            return false
        }
        if isOver { continuation.resume() }
    }

    func end() {
        let before = phase.withLock { phase in
            defer { phase = .over }
            return phase
        }
        if case .asleep(let continuation) = before { continuation.resume() }
    }
}
