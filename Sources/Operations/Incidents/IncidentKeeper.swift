import Synchronization
import VerificationCore

/// Keeps incidents beside the looks that find them: a look hands over what it found, and never waits for the store.
///
/// While the store gives no answer, incidents are kept in memory, with their true beginnings, and go to the store when
/// it is back.
package final class IncidentKeeper: Sendable {
    private struct State {
        var book = IncidentBook()
        var trouble: String?
        /// Whether the store took the last report.
        var isWell = false
    }

    private let store: any IncidentStore
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    /// - Parameters:
    ///   - store: where incidents are kept.
    ///   - now: the store's clock, as far as this process knows it.
    package init(_ store: any IncidentStore, now: @escaping @Sendable () -> Timestamp) {
        (self.store, self.now) = (store, now)
    }

    /// Why the store did not take the last report; nil when it did.
    package var trouble: String? { state.withLock(\.trouble) }

    /// Learns from a look; it takes no time.
    package func note(_ overview: Overview) { state.withLock { $0.book.note(overview) } }

    /// Runs until its task is cancelled; `pause` waits, and less long when the task is cancelled.
    package func keep(pause: (Duration) async -> Void) async {
        while !Task.isCancelled {
            await write()
            await pause(.seconds(5))
        }
    }

    /// Hands the store what it has not heard yet.
    package func write() async {
        let moment = now()
        let next = state.withLock { state in
            // After an outage every worker looks silent until its next heartbeat; so the first report leaves them out.
            state.book.report(at: moment, marksSilentWorkers: state.isWell)
        }
        guard let (report, numbers) = next else { return }
        do {
            try await store.keep(report)
            state.withLock { state in
                state.book.kept(report, over: numbers)
                (state.trouble, state.isWell) = (nil, true)
            }
        } catch {
            state.withLock { ($0.trouble, $0.isWell) = ("\(error)", false) }
        }
    }
}
