import Synchronization
import VerificationCore

/// The newest messages that the sandbox took, and how many there were in all.
package final class SandboxInbox: Sendable {
    private struct State {
        var ring: MessageRing
        var total = 0
        var countsByPhone: [String: Int] = [:]
        var watchers: [Int: Watcher] = [:]
        var lastWatcher = 0
        var endsWaits = false
    }

    private struct Watcher {
        let phone: String?
        let continuation: CheckedContinuation<Void, Never>
    }

    private let countsPhones: Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - capacity: How many messages are kept; a further message takes the place of the oldest.
    ///   - countsPhones: Whether to count the messages of every number, also messages that are no longer kept.
    package init(capacity: Int = 10_000, countsPhones: Bool = false) {
        self.countsPhones = countsPhones
        state = Mutex(State(ring: MessageRing(capacity: max(1, capacity))))
    }

    /// Messages since the start, or since the inbox was last cleared.
    package var total: Int { state.withLock { $0.total } }

    /// How many readers wait for a message at the moment.
    package var waiting: Int { state.withLock { $0.watchers.count } }

    /// How many messages each number got; empty unless the inbox was told to count.
    package var countsByPhone: [String: Int] { state.withLock { $0.countsByPhone } }

    /// Forgets all messages and counts; sequence numbers go on.
    package func clear() {
        state.withLock { state in
            state.ring.removeAll()
            state.total = 0
            state.countsByPhone = [:]
        }
    }

    /// Takes a message and wakes the readers that wait for it.
    ///
    /// - Returns: its sequence number.
    func append(_ draft: SandboxMessage.Draft, at moment: Timestamp) -> Int {
        let (sequence, woken) = state.withLock { state in
            let sequence = state.ring.append(draft, at: moment)
            state.total += 1
            if countsPhones { state.countsByPhone[draft.phone, default: 0] += 1 }
            return (sequence, state.watchers.isEmpty ? [] : Self.takeWatchers(of: draft.phone, from: &state))
        }
        for watcher in woken { watcher.continuation.resume() }
        return sequence
    }

    /// The kept messages that fit the question, now.
    package func messages(_ query: InboxQuery = InboxQuery()) -> [SandboxMessage] {
        state.withLock { query.select(from: $0.ring) }
    }

    /// The same; while no message fits, waits for a message that does.
    ///
    /// Empty when no message came in time.
    package func messages(_ query: InboxQuery, waitingUpTo wait: Duration) async -> [SandboxMessage] {
        if wait > .zero { await waitForMatch(of: query, within: wait) }
        return messages(query)
    }

    /// Ends all waits, now and for good, so that a waiting reader does not hold up a shutdown.
    package func endWaits() {
        let watchers = state.withLock { state in
            state.endsWaits = true
            defer { state.watchers = [:] }
            return state.watchers.values
        }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// A message that arrives later is newer than any `after`, so only its number has to fit.
    private func waitForMatch(of query: InboxQuery, within wait: Duration) async {
        let id = state.withLock { state in
            state.lastWatcher += 1
            return state.lastWatcher
        }
        let timer = Task {
            try await Task.sleep(for: wait)
            endWait(id)
        }
        defer { timer.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.endsWaits || !query.select(from: state.ring).isEmpty { return true }
                    state.watchers[id] = Watcher(phone: query.phone, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            endWait(id)
        }
    }

    private func endWait(_ id: Int) {
        state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
    }

    private static func takeWatchers(of phone: String, from state: inout State) -> [Watcher] {
        let fitting = state.watchers.filter { $0.value.phone == nil || $0.value.phone == phone }
        for id in fitting.keys { state.watchers[id] = nil }
        return Array(fitting.values)
    }
}
