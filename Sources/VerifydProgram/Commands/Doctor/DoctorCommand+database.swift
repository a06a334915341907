import Assembly
import PostgreSQL
import Store
import VerificationCore

extension DoctorCommand {
    static func database(_ settings: Settings, for role: Role) async -> [Finding] {
        do {
            let configuration = try settings.database(role: "verifyd-doctor")
            let pool = PostgresPool(configuration)
            defer { pool.close() }
            let answer = try await Answer(pool)
            let schema = try await schema(pool, for: role.sends ? .claims : .checks)
            let stored =
                schema.level == .ok
                ? [await codeKeys(settings, in: pool), try await apps(pool)]
                    // The users of the other roles may not read the projects.
                    + (role.hasSurface(settings) ? await identity(settings, in: pool) : []) : []
            return [
                answer.finding, answer.commits, answer.room(for: configuration.maximumConnections + 1), schema,
            ] + (await clocks(configuration)) + stored
        } catch {
            return [Finding("database", is: .failed, words: "\(error)")]
        }
    }

    /// Compares the schema's version with this program's, and asks whether a process could work with it.
    private static func schema(_ pool: PostgresPool, for work: StoreWork) async throws -> Finding {
        let comparison = try await Migrator(pool: pool).compare()
        switch comparison {
        case .fits, .ahead: break
        case .older, .newer: return Finding("schema", is: .failed, words: comparison.words)
        }
        do {
            try await PostgresVerificationStore(pool: pool, work: work).examine()
            return Finding("schema", is: .ok, words: comparison.words)
        } catch {
            return Finding("schema", is: .failed, words: "\(error)")
        }
    }

    /// Names the keys that rows need or processes use; an operator may remove every other key from `code.keys`.
    private static func codeKeys(_ settings: Settings, in pool: PostgresPool) async -> Finding {
        do {
            let ring = try settings.value(of: CodeSettings.keys)
            let register = PostgresCodeKeyRegister(pool: pool)
            let (needed, used) = (try await register.namesNeeded(), try await register.namesInUse())
            let missing = needed.union(used).filter { !ring.holds($0) }.sorted()
            let words = [
                needed.isEmpty ? nil : "rows need \(needed.sorted().joined(separator: ", "))",
                used.isEmpty ? nil : "instances use \(used.sorted().joined(separator: ", "))",
                missing.isEmpty ? nil : "code.keys lacks \(missing.joined(separator: ", "))",
            ].compactMap { $0 }
            return Finding(
                "keys in use", is: missing.isEmpty ? .ok : .failed,
                words: words.isEmpty ? "none" : words.joined(separator: "; "))
        } catch {
            return Finding("keys in use", is: .failed, words: "\(error)")
        }
    }

    private static func apps(_ pool: PostgresPool) async throws -> Finding {
        let unreadable = try await AppRegistry(pool: pool).apps().unreadable.sorted { $0.key < $1.key }
        let words = unreadable.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        return Finding("apps", is: unreadable.isEmpty ? .ok : .failed, words: unreadable.isEmpty ? "readable" : words)
    }
}

/// What the server said about itself, and how long the answer took.
private struct Answer {
    private let version: String
    private let commitsToDisk: Bool
    private let connections: (most: Int, open: Int)
    private let took: Duration

    init(_ pool: PostgresPool) async throws {
        // Opens the connection, so that `took` is the time of a question alone.
        try await pool.ping()
        let start = ContinuousClock.now
        let rows = try await pool.read(
            """
            select current_setting('server_version'), current_setting('synchronous_commit') <> 'off',
              current_setting('max_connections')::int8, (select count(*) from pg_stat_activity)
            """)
        took = ContinuousClock.now - start
        guard let row = try rows.decode(as: String.self, Bool.self, Int64.self, Int64.self).first else {
            throw SettingsError("PostgreSQL answered nothing")
        }
        (version, commitsToDisk, connections) = (row.0, row.1, (Int(row.2), Int(row.3)))
    }

    var finding: Finding {
        Finding("database", is: .ok, words: "PostgreSQL \(version) answers in \(took.wholeMicroseconds / 1_000) ms")
    }

    var commits: Finding {
        commitsToDisk
            ? Finding("commits", is: .ok, words: "wait for the disk")
            : Finding(
                "commits", is: .warning,
                words: "synchronous_commit is off: a crash of the server loses claims, and people get a second SMS")
    }

    func room(for process: Int) -> Finding {
        let words = "\(connections.open) of \(connections.most) are open; each process takes up to \(process)"
        return Finding("connections", is: connections.most - connections.open < process ? .warning : .ok, words: words)
    }
}
