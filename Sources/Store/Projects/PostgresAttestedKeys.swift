import AccountCore
import PostgreSQL
import VerificationCore

/// Keeps the keys of devices that App Attest has attested, and remembers the challenges that are used up.
///
/// A challenge's name stands among the verifications that sign-ins have used: both are random, and are forgotten alike.
package struct PostgresAttestedKeys: AttestedKeyStore {
    private let pool: PostgresPool
    private let patience: Duration

    /// `patience`: how long a call waits for a silent database.
    package init(pool: PostgresPool, patience: Duration = .milliseconds(1_500)) {
        self.pool = pool
        self.patience = patience
    }

    package func attestedKey(_ id: [UInt8], of project: ProjectID) async throws(StoreError) -> AttestedKey? {
        try await pool.ask {
            try await pool.read(
                """
                select key_id, app, public_key, counter, is_development from app_attest_key
                where key_id = \(id) and project = \(project.text)
                """, deadline: end
            ).first.map { row in
                AttestedKey(
                    id: try row.decode("key_id"), app: try row.decode("app"), publicKey: try row.decode("public_key"),
                    counter: UInt32(clamping: try row.decode("counter", as: Int64.self)),
                    isDevelopment: try row.decode("is_development"))
            }
        }
    }

    package func keep(
        _ key: AttestedKey, using challenge: VerificationID, of project: ProjectID, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await isDone(
            """
            with used as (
              insert into used_verification (id, used_at) values (\(challenge), \(now)) on conflict (id) do nothing
              returning id)
            insert into app_attest_key
              (project, key_id, app, public_key, counter, is_development, made_at, used_at)
            select \(project.text), \(key.id), \(key.app), \(key.publicKey), \(Int64(key.counter)),
              \(key.isDevelopment), \(now), \(now) from used
            on conflict (key_id, project) do nothing
            """, at: now)
    }

    /// Where two calls meet: the second waits for the row of the first, and then compares its counter with the first's.
    ///
    /// Where they have one challenge, the second finds the challenge's row, and only its counter is noted.
    package func advance(
        _ id: [UInt8], to counter: UInt32, using challenge: VerificationID, of project: ProjectID, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await isDone(
            """
            with advanced as (
              update app_attest_key set counter = \(Int64(counter)), used_at = \(now)
              where key_id = \(id) and project = \(project.text) and counter < \(Int64(counter))
                and not exists (select from used_verification where id = \(challenge))
              returning key_id)
            insert into used_verification (id, used_at) select \(challenge), \(now) from advanced
            on conflict (id) do nothing
            """, at: now)
    }

    package func useChallenge(_ name: VerificationID, at now: Timestamp) async throws(StoreError) -> Bool {
        try await isDone(
            "insert into used_verification (id, used_at) values (\(name), \(now)) on conflict (id) do nothing", at: now)
    }

    /// Whether a statement has added its row.
    ///
    /// Each use of a challenge forgets a few old ones.
    private func isDone(_ statement: SQL, at now: Timestamp) async throws(StoreError) -> Bool {
        try await pool.ask {
            try await pool.pipeline([statement] + SQL.forgettingUses(at: now), deadline: end)[0].affectedRows == 1
        }
    }

    /// In portions, each in a transaction of its own, so that no call waits long for a row.
    package func forgetKeys(unusedSince moment: Timestamp) async throws(StoreError) {
        var count = Self.portion
        while count == Self.portion, !Task.isCancelled {
            count = try await pool.ask {
                try await pool.query(
                    """
                    delete from app_attest_key where (key_id, project) in (
                      select key_id, project from app_attest_key where used_at < \(moment)
                      order by used_at limit \(Self.portion) for update skip locked)
                    """, deadline: .now + .seconds(10)
                ).affectedRows
            }
        }
    }

    private static let portion = 1_000

    private var end: ContinuousClock.Instant { .now + patience }
}
