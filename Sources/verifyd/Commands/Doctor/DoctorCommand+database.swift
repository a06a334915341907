import PostgreSQL
import SessionStore
import VerificationCore

extension DoctorCommand {
    static func database(_ settings: Settings) async -> [Finding] {
        do {
            let configuration = try Platform.database(settings, role: "verifyd-doctor")
            let pool = PostgresPool(configuration)
            defer { pool.close() }
            let answer = try await Answer(pool)
            let pending = try await Migrator(pool: pool).pending()
            return [
                answer.finding, answer.clock, answer.commits,
                answer.room(for: configuration.maximumConnections + 1),
                Finding(
                    "schema", pending == 0 ? .ok : .failed,
                    pending == 0 ? "up to date" : "\(pending) migrations missing: run `verifyd migrate`"),
            ]
        } catch {
            return [Finding("database", .failed, "\(error)")]
        }
    }
}

/// What the server says of itself, and how long that took.
private struct Answer {
    private let version: String
    private let commitsToDisk: Bool
    private let connections: (most: Int, open: Int)
    private let took: Duration
    /// This machine's clock less the server's.
    private let ahead: Duration

    init(_ pool: PostgresPool) async throws {
        // The first answer pays for the connection.
        try await pool.ping()
        let (before, start) = (Platform.now(), ContinuousClock.now)
        let rows = try await pool.read(
            """
            select current_setting('server_version'), current_setting('synchronous_commit') <> 'off',
              current_setting('max_connections')::int8, (select count(*) from pg_stat_activity),
              (extract(epoch from clock_timestamp()) * 1000000)::int8
            """)
        took = ContinuousClock.now - start
        guard let row = try rows.decode(as: String.self, Bool.self, Int64.self, Int64.self, Int64.self).first else {
            throw SettingsProblem("PostgreSQL answered nothing")
        }
        (version, commitsToDisk, connections) = (row.0, row.1, (Int(row.2), Int(row.3)))
        ahead = before + took / 2 - Timestamp(microseconds: row.4)
    }

    var finding: Finding {
        Finding("database", .ok, "PostgreSQL \(version) answers in \(took.wholeMicroseconds / 1_000) ms")
    }

    /// Nothing is decided by this machine's clock but what is asked to be waited for.
    var clock: Finding {
        let milliseconds = ahead.wholeMicroseconds / 1_000
        let words = "this machine is \(abs(milliseconds)) ms \(milliseconds < 0 ? "behind" : "ahead of") the database"
        return Finding("clock", abs(milliseconds) > 5_000 ? .warning : .ok, words)
    }

    var commits: Finding {
        commitsToDisk
            ? Finding("commits", .ok, "wait for the disk")
            : Finding(
                "commits", .warning,
                "synchronous_commit is off: a crash of the server forgets claims, and people get a second SMS")
    }

    func room(for process: Int) -> Finding {
        let words = "\(connections.open) of \(connections.most) are open; each process takes up to \(process)"
        return Finding("connections", connections.most - connections.open < process ? .warning : .ok, words)
    }
}
