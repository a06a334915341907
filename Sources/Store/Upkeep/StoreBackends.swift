import PostgreSQL
import VerificationCore

/// The server's processes that serve an installation, by their ids; for a measurement.
package enum StoreBackends {
    /// The processes of all connections that have the same `application_name` as this pool's.
    ///
    /// The ids mean something only on the server's own machine.
    package static func ids(in pool: PostgresPool) async throws(StoreError) -> [Int32] {
        try await pool.ask {
            try await pool.read(
                "select pid from pg_stat_activity where application_name = current_setting('application_name')"
            ).column(as: Int32.self)
        }
    }
}
