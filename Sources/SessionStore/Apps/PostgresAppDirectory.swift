import Logging
import PostgreSQL
import VerificationCore

/// All apps and keys in memory, loaded at the start and again whenever `AppRegistry` says that something changed.
///
/// While the database is away it answers from what it has; only of what it has never seen it cannot say anything.
package final class PostgresAppDirectory: AppDirectory {
    private let loaded: LoadedApps
    private let freshness: AppFreshness

    /// - Parameters:
    ///   - pool: connects as it is asked.
    ///   - configuration: for the connection on which changes are heard of.
    ///   - clock: learns the database's time with every load.
    ///   - callDeadline: of one load, for which an HTTP caller may wait.
    ///   - logger: gets what this directory has to say.
    package init(
        pool: PostgresPool, configuration: PostgresConfiguration, clock: StoreClock,
        callDeadline: Duration = .milliseconds(1_500), logger: Logger
    ) {
        loaded = LoadedApps(AppQuery(pool: pool, clock: clock, deadline: callDeadline))
        freshness = AppFreshness(loaded: loaded, configuration: configuration, logger: logger)
    }

    /// Keeps the memory fresh until the task is cancelled.
    package func run() async { await freshness.keep() }

    /// Whether the apps were ever loaded; until then no caller is served.
    package var isLoaded: Bool { loaded.isLoaded }

    /// Why the last load brought nothing; nil when it brought something.
    package var problem: StoreProblem? { loaded.problem }

    /// Whether the last load found a database that does not fit this program.
    package var isUnfit: Bool {
        if case .unfit = loaded.problem { return true }
        return false
    }

    /// What is wrong with the apps that this version cannot read; their requests wait.
    package var unreadable: [AppID: String] { loaded.unreadable }

    /// Nil is certain: the database was asked after the question.
    ///
    /// A worker puts requests of an unknown app aside for good. So it must not rely on a load that began a second before
    /// the app was made. Workers that ask while a load is under way share the next load.
    package func app(_ id: AppID) async throws(StoreProblem) -> App? {
        if let app = try loaded.app(id) { return app }
        try await loaded.load()
        return try loaded.app(id)
    }

    /// Nil may be a second old.
    ///
    /// The database is asked before a caller is turned away, but at most once a second. Otherwise wrong keys would be a
    /// way to keep it busy. As long as nothing was loaded, all callers share the load that is under way.
    package func caller(keyHash: APIKeyHash) async throws(StoreProblem) -> Caller? {
        if let caller = try loaded.caller(keyHash) { return caller }
        if !loaded.isLoaded {
            try await loaded.loadTogether()
        } else if loaded.mayLoadForMiss() {
            try await loaded.load()
        } else if let problem = loaded.problem {
            throw problem
        }
        return try loaded.caller(keyHash)
    }

    /// Loads everything now; for commands that cannot wait for a notification.
    package func load() async throws(StoreProblem) { try await loaded.load() }
}
