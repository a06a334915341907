import PostgreSQL
import Synchronization
import VerificationCore

/// All apps and keys as they were when they were last loaded.
final class LoadedApps: Sendable {
    /// What one load found.
    private struct Content: Sendable {
        var apps: [AppID: App] = [:]
        var keys: [APIKeyHash: (app: AppID, scope: KeyScope)] = [:]
    }

    private struct State {
        var content: Content?
        /// Which of the loads the content is of.
        var load = 0
        /// How many loads have begun.
        var begun = 0
        var missedAt: ContinuousClock.Instant?
    }

    private let pool: PostgresPool
    private let state = Mutex(State())

    init(pool: PostgresPool) {
        self.pool = pool
    }

    /// Whether anything was ever loaded.
    var isLoaded: Bool { state.withLock { $0.content != nil } }

    func app(_ id: AppID) -> App? { state.withLock { $0.content?.apps[id] } }

    func caller(_ key: APIKeyHash) -> Caller? {
        state.withLock { state in
            guard let content = state.content, let (id, scope) = content.keys[key] else { return nil }
            return content.apps[id].map { Caller(app: $0, scope: scope) }
        }
    }

    /// Whether a load for something that is not here is due: the first within a second is.
    func mayLoadForMiss(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            if let missedAt = state.missedAt, now - missedAt < .seconds(1) { return false }
            state.missedAt = now
            return true
        }
    }

    /// Loads everything.
    ///
    /// Of two loads at once the one that began later counts, whichever is done first.
    func load() async throws(StoreProblem) {
        let load = state.withLock { state in
            state.begun += 1
            return state.begun
        }
        let content = try await asking {
            let results = try await pool.pipeline([
                .apps, "select hash, app, scope from api_key where revoked_at is null", .allTestNumbers,
            ])
            let apps = Dictionary(try results[0].apps().with(results[2].testNumbers()).map { ($0.id, $0) }) { $1 }
            // A scope of a later version is nobody's key here.
            let keys = try results[1].decode(as: [UInt8].self, String.self, String.self).compactMap { row in
                AppID(row.1).flatMap { app in
                    KeyScope(rawValue: row.2).map { (APIKeyHash(bytes: row.0), (app: app, scope: $0)) }
                }
            }
            return Content(apps: apps, keys: Dictionary(keys) { $1 })
        }
        state.withLock { state in
            guard load > state.load else { return }
            state.content = content
            state.load = load
        }
    }
}
