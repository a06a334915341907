import Logging
import PostgreSQL
import VerificationCore

/// All apps and keys in memory, loaded at the start and again whenever `AppRegistry` says that something changed.
///
/// While the database is away it answers from what it has; only of what it has never seen it cannot say anything.
package final class PostgresAppDirectory: AppDirectory {
    private let configuration: PostgresConfiguration
    private let logger: Logger
    private let loaded: LoadedApps
    private let lookups: GroupCommit<AppID, App?>

    package init(pool: PostgresPool, configuration: PostgresConfiguration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        let loaded = LoadedApps(pool: pool)
        self.loaded = loaded
        lookups = GroupCommit(batchesInFlight: 1) { ids in
            do throws(StoreProblem) {
                try await loaded.load()
            } catch {
                return ids.map { _ in .failure(error) }
            }
            return ids.map { .success(loaded.app($0)) }
        }
    }

    /// Whether anything was ever loaded; before that nobody's key is known.
    package var isLoaded: Bool { loaded.isLoaded }

    /// Keeps the memory fresh until the task is cancelled.
    ///
    /// A change made while nobody listened is not missed, because every new connection of the listener is followed by a
    /// load.
    package func run() async {
        let listener = PostgresListener(configuration, channels: [AppRegistry.channel])
        for await event in listener.events() {
            switch event {
            case .listening, .notification: await refresh()
            case .lost: continue
            }
        }
    }

    /// Nil is certain: the database was asked after the question.
    ///
    /// Requests of an app that is not known are put aside for good, so a second-old word will not do. Who asks while the
    /// database is being asked shares the next answer.
    package func app(_ id: AppID) async throws(StoreProblem) -> App? {
        if let app = loaded.app(id) { return app }
        return try await lookups.submit(id)
    }

    /// Nil may be a second old.
    ///
    /// The database is asked before anybody is turned away, but not more than once a second, or wrong keys would be a way
    /// to keep it busy.
    package func app(keyHash: APIKeyHash) async throws(StoreProblem) -> App? {
        if let app = loaded.app(keyHash) { return app }
        guard !loaded.isLoaded || loaded.mayLoadForMiss() else { return nil }
        try await load()
        return loaded.app(keyHash)
    }

    /// Loads everything now; for commands that cannot wait for a notification.
    package func load() async throws(StoreProblem) { try await loaded.load() }

    private func refresh() async {
        do {
            try await load()
        } catch {
            logger.warning("apps not reloaded", metadata: ["problem": "\(error)"])
        }
    }
}
