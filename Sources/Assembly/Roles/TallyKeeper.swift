import ConnectionSupport
import SessionStore
import VerificationCore

/// Hands what a process has counted to the database every five seconds, and once more at the end.
///
/// While the database is away the process keeps its counts, as far as a `TallySheet` goes, and tries again.
final class TallyKeeper: Sendable {
    private let book: TallyBook
    private let store: any TallyStore
    private let pause: Duration

    init(_ book: TallyBook, _ store: any TallyStore, pause: Duration = .seconds(5)) {
        self.book = book
        self.store = store
        self.pause = pause
    }

    /// Runs until its task is cancelled.
    ///
    /// It has to outlive the services, which count until they end.
    func run() async {
        while !Task.isCancelled {
            try? await ConnectionLoop.sleep(for: pause)
            if !Task.isCancelled { await handOver() }
        }
        // A cancelled task could not ask the database any more.
        await Task { await handOver() }.value
    }

    private func handOver() async {
        let tallies = book.take()
        do {
            try await store.add(tallies)
        } catch {
            // Whatever the reason: the gate logs it, and the next time may be better.
            book.putBack(tallies)
        }
    }
}
