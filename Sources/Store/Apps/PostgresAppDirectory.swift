import Logging
import PostgreSQL
import VerificationCore

/// All apps and keys in memory, loaded at the start and again whenever `AppRegistry` says that something changed.
///
/// While the database is away it answers from memory; it throws when it is asked about an app or a key not in memory.
package final class PostgresAppDirectory: AppDirectory {
    private let loaded: LoadedApps
    private let freshness: AppFreshness

    /// - Parameters:
    ///   - pool: the connections for the loads.
    ///   - configuration: for a further connection, on which PostgreSQL announces changes.
    ///   - clock: learns the database's time with every load.
    ///   - callDeadline: how long a load may take; an HTTP caller may wait for it.
    ///   - logger: gets failed loads and unreadable apps, each once.
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

    /// Whether any app wanted to hear of events when the apps were last loaded.
    package var hasEndpoints: Bool { loaded.hasEndpoints }

    /// Calls `follow` when operators have changed switches, before the process says that it knows of the change.
    ///
    /// `follow` returns whether the process goes by them now. Set it before `run`.
    package func onSwitches(_ follow: @escaping @Sendable () async -> Bool) { freshness.onSwitches(follow) }

    /// The number of the last change of operators' switches that this process knows.
    package var lastSwitch: Int64 { loaded.numbers[.switches] }

    /// What operators block and always allow.
    ///
    /// Loaded together with the apps. So a process that knows any app knows the blocks as well, and follows a change
    /// within two seconds. While the database is away it goes by what it knew last.
    package var blocks: BlockRules { loaded.blocks }

    /// Why the last load failed; nil when it succeeded.
    package var problem: StoreError? { loaded.problem }

    /// Whether the last load found a database that does not fit this program.
    package var isUnfit: Bool {
        if case .unfit = loaded.problem { return true }
        return false
    }

    /// What is wrong with the apps that this version cannot read; their requests wait.
    package var unreadable: [AppID: String] { loaded.unreadable }

    /// Nil is certain: the directory has asked the database after the call began.
    ///
    /// A worker puts requests of an unknown app aside for good. So it must not rely on a load that began a second
    /// before the app was made. Requests that ask while a load is under way share the next load.
    package func app(_ id: AppID) async throws(StoreError) -> App? {
        if let app = try loaded.app(id) { return app }
        try await loaded.load()
        return try loaded.app(id)
    }

    /// Nil may be a second old: a key that was added within the last second may still be unknown.
    ///
    /// Before it turns a caller away, the directory asks the database, but at most once a second. Otherwise a stranger
    /// could keep the database busy with wrong keys. Until the first load succeeds, all callers share a load.
    package func caller(keyHash: APIKeyHash) async throws(StoreError) -> Caller? {
        if loaded.isLoaded { try await loaded.renew() }
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

    /// As `app`, and it includes every change whose maker got its answer before this call, unless the database is away.
    package func currentApp(_ id: AppID) async throws(StoreError) -> App? {
        if loaded.isLoaded { try await loaded.renew() }
        return try await app(id)
    }

    /// Loads everything now; for commands that cannot wait for a notification.
    package func load() async throws(StoreError) { try await loaded.load() }
}

extension PostgresAppDirectory: ChangeKnowledge {
    package func basis(for app: AppID) -> ClaimBasis { loaded.numbers.basis(for: app) }

    package func catchUp() async { await loaded.catchUp() }

    package func number(of subject: ChangeSubject) -> Int64? { loaded.provenNumbers()?[subject] }
}

/// Loads all apps and keys, and the numbers of the last changes of all settings.
///
/// It tells the database's time to the clock, and throws when the schema does not fit.
struct AppQuery: Sendable {
    let pool: PostgresPool
    let clock: StoreClock
    /// For a whole load: an HTTP caller may wait for it.
    let deadline: Duration

    /// The number of the last change of all settings; one small round trip.
    func lastChange() async throws(StoreError) -> Int64 {
        try await pool.ask { try await pool.read(.lastChange, deadline: .now + deadline).first?.decode("number") ?? 0 }
    }

    func run() async throws(StoreError) -> AppContent {
        try await pool.ask {
            let asOf = ContinuousClock.now
            // This is a round trip of its own, because the time is less exact when its answer takes longer.
            let time = try await pool.read(.now, deadline: asOf + deadline)
            clock.learn(try time.value(), askedAt: asOf, answeredAt: .now)
            let rows = try await pool.read(
                [Migrator.appliedSteps] + AppContent.statements, deadline: asOf + deadline)
            try Migrator.expectFitting(rows[0])
            return try AppContent(rows.dropFirst(), asOf: asOf)
        }
    }
}
