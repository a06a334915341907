import PostgreSQL
import VerificationCore

/// A clock of PostgreSQL that stands still until it is set.
///
/// `pg_catalog` is searched last, so that `now()` and `clock_timestamp()` are found here first, by functions too.
struct FrozenClock {
    let pool: PostgresPool

    init(of database: TestDatabase) async throws {
        try await database.pool.pipeline([
            "create schema frozen", "create table frozen.clock as select pg_catalog.now() as moment",
            """
            create function frozen.clock_timestamp() returns timestamptz language sql volatile
            as 'select moment from frozen.clock'
            """,
            "create function frozen.now() returns timestamptz language sql volatile as 'select moment from frozen.clock'",
        ])
        var configuration = database.configuration
        configuration.serverSettings["search_path"] = "frozen,public,pg_catalog"
        // What is told here is forgotten anyway.
        configuration.serverSettings["synchronous_commit"] = "off"
        pool = PostgresPool(configuration)
    }

    func set(_ moment: Timestamp) async throws {
        try await pool.query("update frozen.clock set moment = \(moment)")
    }
}
