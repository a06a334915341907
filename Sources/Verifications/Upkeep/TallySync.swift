import Logging
import Synchronization
import VerificationCore

/// Hands what a process has counted to the database every five seconds, and once more at the end.
///
/// While the database is away the process keeps its counts, as far as a `TallyCounter` goes, and tries again.
package final class TallySync: Sendable {
    private let buffer: TallyBuffer
    private let store: any TallyStore
    private let pause: Duration
    private let sleep: @Sendable (Duration) async -> Void
    private let logger: Logger
    private let hasComplained = Mutex(false)

    /// - Parameters:
    ///   - buffer: what the process counts into.
    ///   - store: where all processes' counts are.
    ///   - pause: how long to wait between two times.
    ///   - sleep: waits; less long when the task is cancelled.
    ///   - logger: gets a line when counts cannot be kept, and a line when they are kept again.
    package init(
        _ buffer: TallyBuffer, to store: any TallyStore, pause: Duration = .seconds(5),
        sleep: @escaping @Sendable (Duration) async -> Void, logger: Logger
    ) {
        self.buffer = buffer
        self.store = store
        self.pause = pause
        self.sleep = sleep
        self.logger = logger
    }

    /// Runs until its task is cancelled.
    ///
    /// It has to outlive the services, which count until they end.
    package func run() async {
        while !Task.isCancelled {
            await sleep(pause)
            if !Task.isCancelled { await handOver() }
        }
        // A cancelled task could not ask the database any more.
        await Task { await handOver() }.value
    }

    private func handOver() async {
        let tallies = buffer.take()
        do {
            try await store.add(tallies)
            if !tallies.isEmpty, say(false) { logger.notice("counts for the dashboard are kept again") }
        } catch {
            buffer.putBack(tallies)
            // A user without rights on the table, for example: everything works but the dashboard shows nothing.
            guard error.isNotAnOutage, !say(true) else { return }
            logger.warning("counts for the dashboard cannot be kept", metadata: [LogKeys.error: "\(error)"])
        }
    }

    /// Remembers whether the log has said that something is wrong, and answers whether it had.
    private func say(_ isWrong: Bool) -> Bool {
        hasComplained.withLock { said in
            defer { said = isWrong }
            return said
        }
    }
}

extension StoreError {
    /// Whether more than the gate's log has to say it: the gate tells of a database that is away.
    fileprivate var isNotAnOutage: Bool {
        switch self {
        case .unavailable, .inDoubt, .locked, .busy: false
        case .unfit, .unreadable, .keyMissing, .broken: true
        }
    }
}
