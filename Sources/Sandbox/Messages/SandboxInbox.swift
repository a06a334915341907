import Synchronization
import VerificationCore

/// The newest messages that the sandbox took, and the number of all messages.
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
    ///   - countsPhones: Whether to count the messages to every number, also messages that are no longer kept.
    package init(capacity: Int = 10_000, countsPhones: Bool = false) {
        self.countsPhones = countsPhones
        state = Mutex(State(ring: MessageRing(capacity: max(1, capacity))))
    }

    /// Messages since the start, or since the inbox was last cleared.
    package var total: Int { state.withLock { $0.total } }

    /// How many readers wait for a message at the moment.
    package var waiting: Int { state.withLock { $0.watchers.count } }

    /// How many of the `total` messages each number got; empty unless the inbox counts phones.
    package var countsByPhone: [String: Int] { state.withLock { $0.countsByPhone } }

    /// Forgets all messages and counts; sequence numbers go on.
    package func clear() {
        state.withLock { state in
            state.ring.removeAll()
            state.total = 0
            state.countsByPhone = [:]
        }
    }

    /// Takes a message, and wakes the readers that wait for a message to this number.
    ///
    /// - Returns: the message's sequence number.
    func append(_ draft: SandboxMessage.Draft, id: String, at moment: Timestamp) -> Int {
        let (sequence, woken) = state.withLock { state in
            let sequence = state.ring.append(draft, id: id, at: moment)
            state.total += 1
            if countsPhones { state.countsByPhone[draft.phone, default: 0] += 1 }
            return (sequence, state.watchers.isEmpty ? [] : Self.takeWatchers(of: draft.phone, from: &state))
        }
        for watcher in woken { watcher.continuation.resume() }
        return sequence
    }

    /// Notes that the sender has taken a receipt, while the message is kept; wakes no task that waits for messages.
    func note(_ receipt: DeliveryStatus, of sequence: Int) {
        state.withLock { $0.ring.note(receipt, of: sequence) }
    }

    /// The kept messages that fit the query now.
    package func messages(_ query: InboxQuery = InboxQuery()) -> [SandboxMessage] {
        state.withLock { query.select(from: $0.ring) }
    }

    /// The kept messages that fit the query; when no message fits, it waits for a message first.
    ///
    /// Empty when no fitting message came within `wait`, when `endWaits` was called, or when the caller's task was
    /// cancelled.
    package func messages(_ query: InboxQuery, waitingUpTo wait: Duration) async -> [SandboxMessage] {
        if wait > .zero { await waitForMatch(of: query, within: wait) }
        return messages(query)
    }

    /// Ends all waits, and lets no wait begin any more, so that a waiting reader does not hold up a shutdown.
    package func endWaits() {
        let watchers = state.withLock { state in
            state.endsWaits = true
            defer { state.watchers = [:] }
            return state.watchers.values
        }
        for watcher in watchers { watcher.continuation.resume() }
    }

    /// Waits for a message to the query's phone, unless a kept message fits already.
    ///
    /// A message that arrives later is newer than any `after`, so the inbox does not compare `after`. It does not
    /// compare `digits` either: any message ends a wait for digits.
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
