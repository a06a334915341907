import Logging
import PostgreSQL
import Synchronization
import VerificationCore

/// All apps and keys in memory, loaded at the start and again whenever `AppRegistry` says that something changed.
///
/// While the database is away it answers from what it has; only of what it has never seen it cannot say anything.
package final class PostgresAppDirectory: AppDirectory {
    private struct Known: Sendable {
        var apps: [AppID: App] = [:]
        var keys: [APIKeyHash: AppID] = [:]
        let loadedAt = ContinuousClock.now
    }

    private let pool: PostgresPool
    private let configuration: PostgresConfiguration
    private let logger: Logger
    private let known = Mutex<Known?>(nil)

    package init(pool: PostgresPool, configuration: PostgresConfiguration, logger: Logger) {
        self.pool = pool
        self.configuration = configuration
        self.logger = logger
    }

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

    package func app(_ id: AppID) async throws(StoreProblem) -> App? {
        try await find { $0.apps[id] }
    }

    package func app(keyHash: APIKeyHash) async throws(StoreProblem) -> App? {
        try await find { known in known.keys[keyHash].flatMap { known.apps[$0] } }
    }

    /// Loads everything now; for commands that cannot wait for a notification.
    package func load() async throws(StoreProblem) {
        let fresh = try await asking {
            let results = try await pool.pipeline([
                .apps, "select hash, app from api_key where revoked_at is null", .allTestNumbers,
            ])
            let apps = Dictionary(try results[0].apps().with(results[2].testNumbers()).map { ($0.id, $0) }) { $1 }
            let keys = try results[1].decode(as: [UInt8].self, String.self).compactMap { row in
                AppID(row.1).map { (APIKeyHash(bytes: row.0), $0) }
            }
            return Known(apps: apps, keys: Dictionary(keys) { $1 })
        }
        known.withLock { $0 = fresh }
    }

    /// What is not in memory may be a second old, so the database is asked before anybody is turned away; but not more
    /// than once a second, or wrong keys would be a way to keep it busy.
    private func find(_ look: (Known) -> App?) async throws(StoreProblem) -> App? {
        if let known = known.withLock({ $0 }) {
            if let app = look(known) { return app }
            guard ContinuousClock.now - known.loadedAt > .seconds(1) else { return nil }
        }
        try await load()
        return known.withLock { $0.flatMap(look) }
    }

    private func refresh() async {
        do {
            try await load()
        } catch {
            logger.warning("apps not reloaded", metadata: ["problem": "\(error)"])
        }
    }
}
