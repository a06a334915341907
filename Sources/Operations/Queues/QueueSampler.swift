import Synchronization
import VerificationCore

/// Keeps how the queues stood, minute by minute: a look hands over what it saw, and never waits for the store.
///
/// A minute goes to the store when it is over, with the greatest values of its looks. While the store gives no answer,
/// minutes are kept in memory. So an outage of the database leaves no gap in a chart.
package final class QueueSampler: Sendable {
    private struct State {
        var samples: [Minute: [String: QueueSample]] = [:]
    }

    private let store: any QueueSampleStore
    private let now: @Sendable () -> Timestamp
    private let most: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - store: where minutes go.
    ///   - most: how many samples it holds at most, where the newest stay: six hours of the 28 queues of the standard
    ///     topology.
    ///   - now: the store's clock, as far as this process knows it.
    package init(_ store: any QueueSampleStore, most: Int = 10_000, now: @escaping @Sendable () -> Timestamp) {
        (self.store, self.most, self.now) = (store, most, now)
    }

    /// Learns from a look; it takes no time.
    ///
    /// A look to which the broker gave no answer says nothing of the queues.
    package func note(_ situation: Situation) {
        guard let reports = situation.queues.current else { return }
        let minute = Minute(situation.at)
        state.withLock { state in
            for report in reports {
                guard case .present(let ready, _, _) = report.state else { continue }
                let oldest = report.role == .requests ? situation.oldestWaiting : nil
                let known = state.samples[minute]?[report.name]
                state.samples[minute, default: [:]][report.name] = QueueSample(
                    minute: minute, queue: report.name, role: report.role, ready: max(ready, known?.ready ?? 0),
                    oldest: [oldest, known?.oldest].compactMap { $0 }.max())
            }
            while state.samples.count > 1, state.samples.values.reduce(0, { $0 + $1.count }) > most,
                let first = state.samples.keys.min()
            {
                state.samples[first] = nil
            }
        }
    }

    /// What the store does not have yet, minute by minute; the present minute is among it.
    package var pending: [QueueSum] {
        state.withLock(\.samples).flatMap { minute, samples in
            Dictionary(grouping: samples.values, by: \.role).map { role, samples in
                QueueSum(
                    beginning: minute, role: role, ready: samples.reduce(0) { $0 + $1.ready },
                    oldest: samples.compactMap(\.oldest).max())
            }
        }
    }

    /// Runs until its task is cancelled; `pause` waits, and less long when the task is cancelled.
    package func keep(pause: (Duration) async -> Void) async {
        while !Task.isCancelled {
            await write()
            await pause(.seconds(5))
        }
    }

    /// Hands the store the minutes that are over.
    package func write() async {
        let minute = Minute(now())
        let over = state.withLock { $0.samples.filter { $0.key < minute } }
        guard !over.isEmpty else { return }
        let samples = over.sorted { $0.key < $1.key }.flatMap { $0.value.values.sorted { $0.queue < $1.queue } }
        do {
            try await store.keep(samples)
            state.withLock { state in
                for minute in over.keys { state.samples[minute] = nil }
            }
        } catch {
            // The minutes stay, and the next call brings them.
        }
    }
}
