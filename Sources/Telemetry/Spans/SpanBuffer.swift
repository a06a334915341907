import DequeModule
import Synchronization
import VerificationCore

/// The spans that wait to be sent: as many as there is room for, and no request ever waits for room.
final class SpanBuffer: Sendable {
    private struct State {
        var spans: Deque<Span> = []
        var counts = SpanCounts()
        var isClosing = false
    }

    private let room: Int
    private let together: Int
    private let state = Mutex(State())
    /// Rings when there is something to do: the first span, enough spans for a call, the stop.
    let wakeup = Wakeup()

    init(room: Int, together: Int) {
        self.room = room
        self.together = together
    }

    var counts: SpanCounts { state.withLock(\.counts) }

    var isClosing: Bool { state.withLock(\.isClosing) }

    /// Takes a span, or drops it where there is no room; for a lock's time.
    func take(_ span: Span) {
        let isWorthWaking = state.withLock { state in
            guard state.spans.count < room else {
                state.counts.dropped += 1
                return false
            }
            state.spans.append(span)
            return state.spans.count == 1 || state.spans.count == together
        }
        if isWorthWaking { wakeup.wake() }
    }

    func close() {
        state.withLock { $0.isClosing = true }
        wakeup.wake()
    }

    func note(sent: Int = 0, failed: Int = 0) {
        state.withLock { state in
            state.counts.sent += sent
            state.counts.failed += failed
        }
    }

    /// The spans of the next call: when there are enough for it, or the first has waited for `time`.
    ///
    /// Without a span it waits, so an idle process does not wake up. Nil when all spans are taken after `close()`, or
    /// when the task is cancelled.
    func next(gathering time: Duration) async -> [Span]? {
        while count == 0, goesOn { await wakeup.wait() }
        let end = ContinuousClock.now + time
        while count < together, goesOn, .now < end { await wakeup.wait(atMost: end - .now) }
        // `giveUp` counts what a cancelled task leaves.
        guard !Task.isCancelled else { return nil }
        let spans = state.withLock { state in
            let spans = Array(state.spans.prefix(together))
            state.spans.removeFirst(spans.count)
            return spans
        }
        return spans.isEmpty ? nil : spans
    }

    /// Counts what is left as failed.
    func giveUp() {
        state.withLock { state in
            state.counts.failed += state.spans.count
            state.spans = []
        }
    }

    private var count: Int { state.withLock(\.spans.count) }

    private var goesOn: Bool { !isClosing && !Task.isCancelled }
}

/// How many spans of a process were sent, dropped and failed.
package struct SpanCounts: Sendable, Hashable {
    /// The receiver has them.
    package internal(set) var sent = 0
    /// Too many waited already.
    package internal(set) var dropped = 0
    /// The receiver refused them, or could not be reached.
    package internal(set) var failed = 0
}
