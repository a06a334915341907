import Connections
import PostgreSQL
import VerificationCore

/// Makes changes of the settings, and lets them be known: the one way for apps, keys, test numbers, blocks, switches,
/// projects and the keys of the Firebase surface.
///
/// When the maker of a change gets its answer, the change is in force:
/// - The transaction of the change counts it; see `ChangeNumbers`. The transaction of every claim compares the count with
///   that of the worker's memory. So no worker sends by what was there before, also when it has been frozen.
/// - The maker waits until every process that hears of changes has read them. Each of these shows the number of the last
///   change that it knows by a lock of its session; see `SessionMark`.
/// - A process that is frozen, or cannot reach the database, keeps the maker waiting for `patience`. After that time such
///   a process trusts its memory no more, and asks the database before it serves a caller; see `LoadedApps`.
package struct SettingsChanges: Sendable {
    /// The channel of PostgreSQL on which processes hear of changes.
    static let channel = "verifyd_apps"
    /// How long a process may go by its memory without a sign of life from the database.
    static let trust = Duration.seconds(2)
    /// How long the maker of a change waits for processes that do not say that they know it; longer than `trust`.
    private static let patience = Duration.milliseconds(2_100)

    /// What a process shows of the last change that it knows.
    static func mark() -> SessionMark { SessionMark(name: "verifyd changes, schema ") }

    private let pool: PostgresPool

    package init(pool: PostgresPool) { self.pool = pool }

    /// Runs the statements in one transaction, and returns when their changes are in force.
    ///
    /// - Parameters:
    ///   - subjects: what they change.
    ///   - deadline: of the transaction; nil for the pool's usual time.
    ///   - statements: what changes it.
    /// - Returns: what the statements returned.
    /// - Throws: why nothing, or nothing for sure, was changed.
    package func make(
        of subjects: [ChangeSubject], by deadline: ContinuousClock.Instant? = nil, _ statements: [SQL]
    ) async throws(StoreError) -> [PostgresRows] {
        let results = try await pool.ask {
            try await pool.pipeline(statements + Self.telling(of: subjects), deadline: deadline)
        }
        await followed(results)
        return Array(results.prefix(statements.count))
    }

    /// The last statements of a transaction that changes these subjects; its answers then go to `followed`.
    ///
    /// Where two changes meet, the second waits at the count of all changes until the first has ended. So the numbers
    /// grow in the order of the commits.
    package static func telling(of subjects: [ChangeSubject]) -> [SQL] {
        [
            """
            with last as (
              insert into change_number (subject, number) values ('', 1)
              on conflict (subject) do update set number = change_number.number + 1
              returning number
            ), counted as (
              insert into change_number (subject, number)
              select s.subject, last.number from last, unnest(\(Set(subjects.map(\.name)).sorted())) as s (subject)
              on conflict (subject) do update set number = excluded.number
            )
            select number from last
            """,
            "select pg_notify(\(channel), '')",
        ]
    }

    /// Returns when every process that hears of changes knows the change, or does not go by its memory any more.
    ///
    /// `results`: of a transaction that ended with `telling`, and has committed. A failure to ask makes the change no
    /// less committed, so the wait then ends with `patience`.
    package func followed(_ results: [PostgresRows]) async {
        let end = ContinuousClock.now + Self.patience
        // Written by this program a moment ago; the maker need not wait for an answer that cannot be read.
        guard let number = try? results.dropLast().last?.value(as: Int64.self) else { return }
        let mark = Self.mark()
        var pause = Duration.milliseconds(2)
        while ContinuousClock.now < end {
            // A database that is away now is asked again: nobody can know a change before it is back.
            let behind = try? await pool.read(mark.sessions(before: number), deadline: end).value(as: Int64.self)
            if behind == 0 { return }
            // Cancelled: its caller waits no longer.
            guard (try? await ConnectionLoop.sleep(for: pause)) != nil else { return }
            // A process that is frozen keeps the makers of many changes waiting: together they must not load the database.
            pause = min(pause * 2, .milliseconds(200))
        }
    }
}

extension SQL {
    /// The rows that `changeNumbers` reads; it comes before what the numbers are about, which is then as new, or newer.
    static let changeNumbers: SQL = "select subject, number from change_number"

    /// The number of the last change; no row before the first change.
    static let lastChange: SQL = "select number from change_number where subject = ''"

    /// The rows that bear on claims of these apps.
    static func changeNumbers(for apps: [AppID]) -> SQL {
        let subjects = apps.map(ChangeSubject.app) + [.blocks, .switches]
        return "select subject, number from change_number where subject = any(\(subjects.map(\.name)))"
    }
}

extension PostgresRows {
    /// Reads rows of `change_number`.
    func changeNumbers() throws(PostgresError) -> ChangeNumbers {
        var (last, numbers): (Int64, [ChangeSubject: Int64]) = (0, [:])
        for row in self {
            let (name, number) = (try row.decode("subject", as: String.self), try row.decode("number", as: Int64.self))
            if name.isEmpty { last = number }
            if let subject = ChangeSubject(name: name) { numbers[subject] = number }
        }
        return ChangeNumbers(last: last, numbers)
    }
}
